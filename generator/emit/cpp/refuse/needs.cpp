#include "emit/cpp/refuse/needs.h"

#include <algorithm>
#include <optional>
#include <string>

#include "emit/cpp/measure/elements.h"
#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/scope.h"
#include "emit/cpp/measure/stated_size.h"
#include "emit/cpp/refuse/scalar_check.h"
#include "emit/cpp/spell/questions.h"
#include "plan/writing/own_offset.h"

namespace schemac::emit::cpp {
bool is_checked(const WriteScope& scope, const plan::Require& require) {
  if (!is_refused(scope.plan(), require.check) ||
      plan::holds_by_derivation(scope.record(), require.condition))
    return false;
  return !scope.asks_layout(require.condition);
}

bool can_be_large(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr) return false;
  if (bit_count(scalar->dtype) == 64)
    return scalar->dtype == Dtype::i64 && field.source.kind == plan::SourceKind::expression &&
           !scope.states_place(id) && !field.source.expression->range.fits_i64();
  const plan::SourceKind kind = field.source.kind;
  if (kind == plan::SourceKind::count_of || kind == plan::SourceKind::size_of ||
      kind == plan::SourceKind::plain_size_of)
    return true;
  return kind == plan::SourceKind::expression && !scope.states_place(id);
}

bool can_be_small(const WriteScope& scope, plan::FieldId id) {
  const auto* scalar = std::get_if<plan::Scalar>(&scope.field(id).body.kind);
  if (scalar == nullptr || scope.states_place(id)) return false;
  const auto& derivation = scope.field(id).derivation;
  return derivation && derivation->range.min < model::range_of(scalar->dtype).min &&
         scalar->dtype != Dtype::i64;
}

bool derivation_can_fail(const WriteScope& scope, plan::FieldId id) {
  const auto& expression = scope.field(id).source.expression;
  return expression && !scope.states_place(id) && scope.can_fail(*expression);
}

}  // namespace schemac::emit::cpp
