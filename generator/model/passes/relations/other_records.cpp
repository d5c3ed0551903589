#include "model/passes/relations/other_records.h"

#include <algorithm>
#include <utility>

#include "model/passes/walk.h"
#include "model/unsupported.h"

namespace schemac::model {

namespace {

// Fields of other records in structural expressions: nothing can be derived across records, so
// people have to give them, knowingly. Those of a .proto file, which stays as it is, are given.
void check_foreign_field(Draft& draft, const Expression& inner, TypeIndex holder, FieldIndex index,
                         std::vector<std::pair<TypeIndex, FieldIndex>>& reported) {
  const Field& field = draft.format.types[holder].fields[index];
  const bool is_scalar =
      std::holds_alternative<Scalar>(field.body.kind) && field.body.repeat.kind == RepeatKind::none;
  const bool is_of_message = draft.format.types[holder].is_message();
  if (!is_scalar || is_of_message || has_errors_in(draft, holder) ||
      field.role.kind != RoleKind::given || field.is_given || field.default_value ||
      std::find(reported.begin(), reported.end(), std::pair(holder, index)) != reported.end())
    return;
  reported.emplace_back(holder, index);
  draft
      .error(inner.range, "not-invertible",
             "'" + field.name + "' is in another record, '" + draft.format.types[holder].name +
                 "', and can't be found from here when writing")
      .note(field.name_range, "'" + field.name + "' is declared here")
      .help("mark '" + field.name + "' with 'given: true', or move it into this record");
}

// What is under a condition can't be asked for from elsewhere, whoever gives it.
bool is_conditional_elsewhere(Draft& draft, const Expression& inner, TypeIndex type,
                              const Member& member,
                              std::vector<std::pair<TypeIndex, FieldIndex>>& reported) {
  const TypeIndex holder = *member.object->type.type;
  const Field& field = draft.format.types[holder].fields[member.index];
  if (draft.format.types[holder].is_message() || has_errors_in(draft, holder)) return false;
  std::string what;
  if (field.condition) {
    what = "'" + field.name + "', which is under a condition in another record,";
  } else if (const Reference* object = as_own_field(*member.object)) {
    const Field& record = draft.format.types[type].fields[object->index];
    if (record.condition) what = "a member of '" + record.name + "', which is under a condition,";
  }
  if (what.empty()) return false;
  if (std::find(reported.begin(), reported.end(), std::pair(holder, member.index)) ==
      reported.end())
    report_unsupported(draft.diagnostics, inner.range, what);
  reported.emplace_back(holder, member.index);
  return true;
}

}  // namespace

void check_other_records(Draft& draft, const std::vector<std::vector<bool>>& parameters) {
  std::vector<std::pair<TypeIndex, FieldIndex>> reported;
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type) {
    if (has_errors_in(draft, type)) continue;
    for (const StructuralUse& use : structural_uses(draft.format, type, parameters))
      visit_expressions(use.expression, [&](const Expression& inner) {
        if (std::holds_alternative<Call>(inner.node)) return false;
        const auto* reference = std::get_if<Reference>(&inner.node);
        if (reference != nullptr && reference->base == Base::self && reference->up > 0) {
          std::optional<TypeIndex> holder = type;
          for (std::uint32_t i = 0; i < reference->up && holder; ++i)
            holder = draft.sources[*holder].is_inline ? draft.sources[*holder].outer : std::nullopt;
          if (holder) check_foreign_field(draft, inner, *holder, reference->index, reported);
        }
        const auto* member = std::get_if<Member>(&inner.node);
        if (member != nullptr && member->kind == Member::Kind::field && member->object->type.type &&
            !is_conditional_elsewhere(draft, inner, type, *member, reported))
          check_foreign_field(draft, inner, *member->object->type.type, member->index, reported);
        return true;
      });
  }
}

bool has_errors_in(const Draft& draft, TypeIndex type) {
  const source::SourceRange range = draft.sources[type].node->range;
  return std::any_of(
      draft.diagnostics.all().begin(), draft.diagnostics.all().end(), [&](const auto& each) {
        return each.severity == source::Severity::error && each.range.file == range.file &&
               each.range.begin >= range.begin && each.range.begin < range.end;
      });
}

}  // namespace schemac::model
