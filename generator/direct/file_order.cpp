#include "direct/file_order.h"

#include <algorithm>
#include <variant>

#include "plan/file_order.h"

namespace schemac::direct {

const plan::Plan& in_order_of(const plan::Plan& plan, const Value& values) {
  if (!plan.file_order) return plan;
  const plan::Record& root = plan.records[plan.roots.front().record];
  const plan::Field& field = root.fields[plan.file_order->field];
  if (const auto* members = std::get_if<Members>(&values.kind))
    for (const std::vector<Member>* some : {&members->given, &members->choices}) {
      const auto found = std::ranges::find(*some, field.name, &Member::name);
      const auto* number = found == some->end() ? nullptr : std::get_if<Number>(&found->value.kind);
      if (number != nullptr) return plan::in_order_of(plan, number->value);
    }
  return field.default_value ? plan::in_order_of(plan, *field.default_value) : plan;
}

}  // namespace schemac::direct
