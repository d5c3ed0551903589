#include "plan/expressions/versions.h"

#include <algorithm>

#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"

namespace schemac::plan {

Expr is_one_of_versions(const RecordScope& scope, const model::Versions& versions) {
  const Expr version = lower_expression(scope, scope.type.version);
  std::optional<Expr> condition;
  if (versions.since)
    condition = make_operation(Op::greater_equal, {version, make_constant(*versions.since)});
  if (!versions.until) return condition.value_or(make_constant(1));
  Expr is_before = make_operation(Op::less, {version, make_constant(*versions.until)});
  if (!condition) return is_before;
  return make_operation(Op::logical_and, {std::move(*condition), std::move(is_before)});
}

std::optional<Availability> lower_availability(RecordScope& scope, const model::Field& field) {
  if (field.versions.are_all()) return std::nullopt;
  Availability out{field.versions, is_one_of_versions(scope, field.versions),
                   lower_expression(scope, scope.type.version), std::nullopt};
  const bool has_member =
      field.role.kind == model::RoleKind::given || field.role.kind == model::RoleKind::choice;
  if (has_member)
    out.check =
        scope.builder.checks.other_version(scope.subject(field.name, field.name), field.versions);
  return out;
}

std::optional<VersionedScalar> lower_versioned(RecordScope& scope, const model::Scalar& scalar,
                                               const CheckSubject& subject) {
  const auto is_limited = [](const auto& named) { return !named.versions.are_all(); };
  bool is_versioned = std::any_of(scalar.flags.begin(), scalar.flags.end(), is_limited);
  VersionedScalar versioned;
  if (scalar.enumeration) {
    const model::Enum& enumeration = scope.builder.format.enums[*scalar.enumeration];
    const auto& members = enumeration.members;
    is_versioned = is_versioned || std::any_of(members.begin(), members.end(), is_limited);
    const bool begin = std::any_of(members.begin(), members.end(),
                                   [](const auto& member) { return member.versions.since; });
    const bool end = std::any_of(members.begin(), members.end(),
                                 [](const auto& member) { return member.versions.until; });
    Checks& checks = scope.builder.checks;
    if (begin && !enumeration.keeps_unknown)
      versioned.early_member = checks.early_member(subject, enumeration.name);
    if (end && !enumeration.keeps_unknown)
      versioned.late_member = checks.late_member(subject, enumeration.name);
  }
  if (!is_versioned) return std::nullopt;
  versioned.version = lower_expression(scope, scope.type.version);
  return versioned;
}

}  // namespace schemac::plan
