#include "emit/cpp/measure/refused.h"

#include <algorithm>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {

bool notes_product(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const plan::Scalar* number = scalar_element(field.body);
  if (!field.is_multiplied || number == nullptr || number->enumeration ||
      bit_count(number->dtype) < 8 || number->dtype == Dtype::bool8 || !field.has_member() ||
      field.is_optional() || is_streamed(scope, id))
    return false;
  const auto& rules = std::get<plan::List>(field.body.kind).each;
  return std::ranges::any_of(
      rules, [&](const plan::EachRule& rule) { return is_refused(scope.plan(), rule.check); });
}

std::string check_of(const plan::Plan& plan, plan::CheckId id) {
  return plan.checks[id].identifier;
}

}  // namespace schemac::emit::cpp
