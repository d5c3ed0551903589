#include "direct/file_order.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "direct/evaluate.h"
#include "direct/msgpack.h"
#include "plan/facts/stored_sizes.h"

namespace schemac::direct {

namespace {

const plan::Field& stating_field(const plan::Plan& plan) {
  return plan.records[plan.roots.front().record].fields[plan.file_order->field];
}
const plan::Scalar& stating_scalar(const plan::Plan& plan) {
  return std::get<plan::Scalar>(stating_field(plan).body.kind);
}

const plan::Plan& in_order(const plan::Plan& plan, Int128 number) {
  const plan::FileOrder& order = *plan.file_order;
  const plan::EnumMember* member = member_of(plan.enums[*stating_scalar(plan).enumeration], number);
  const bool is_big =
      member != nullptr && member->attributes[order.attribute] == static_cast<Int128>(Endian::big);
  return is_big && order.in_big_order != nullptr ? *order.in_big_order : plan;
}

// Values that leave the number out have its default.
const plan::Plan& in_order(const plan::Plan& plan, const Value* stated) {
  const auto* number = stated == nullptr ? nullptr : std::get_if<Number>(&stated->kind);
  if (number != nullptr) return in_order(plan, number->value);
  const auto& otherwise = stating_field(plan).default_value;
  return otherwise ? in_order(plan, *otherwise) : plan;
}

}  // namespace

const plan::Plan& in_order_of(const plan::Plan& plan, Bytes file) {
  if (!plan.file_order) return plan;
  const std::uint64_t offset = plan.file_order->offset, size = stored_size(stating_scalar(plan));
  if (file.size() < offset + size) return plan;
  return in_order(plan,
                  load_scalar(stating_scalar(plan), file.subspan(static_cast<std::size_t>(offset),
                                                                 static_cast<std::size_t>(size))));
}

const plan::Plan& in_order_of(const plan::Plan& plan, const Value& values) {
  if (!plan.file_order) return plan;
  const Value* stated = nullptr;
  if (const auto* members = std::get_if<Members>(&values.kind))
    for (const std::vector<Member>* some : {&members->given, &members->choices}) {
      const auto found = std::ranges::find(*some, stating_field(plan).name, &Member::name);
      if (found != some->end()) stated = &found->value;
    }
  return in_order(plan, stated);
}

}  // namespace schemac::direct
