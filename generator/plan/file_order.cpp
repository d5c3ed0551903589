#include "plan/file_order.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <variant>

namespace schemac::plan {

namespace {

// It comes after fields of fixed sizes alone.
std::uint64_t place_of(const Record& record, FieldId field) {
  for (const Item& item : record.items)
    if (const auto* run = std::get_if<Run>(&item); run != nullptr && run->begin.anchor == 0)
      for (const RunField& each : run->fixed)
        if (each.field == field) return run->begin.distance + each.distance;
  return 0;
}

void turn(Body& body) {
  if (auto* scalar = std::get_if<Scalar>(&body.kind)) {
    if (scalar->is_of_file) scalar->endian = Endian::big;
  } else if (auto* array = std::get_if<Array>(&body.kind)) {
    if (array->is_of_file) array->endian = Endian::big;
  } else if (auto* raw = std::get_if<Raw>(&body.kind)) {
    if (raw->digest && raw->digest->is_of_file) raw->digest->endian = Endian::big;
  } else if (auto* list = std::get_if<List>(&body.kind)) {
    turn(list->element.front());
  } else if (auto* choice = std::get_if<Switch>(&body.kind)) {
    for (Alternative& alternative : choice->alternatives) turn(alternative.body.front());
  }
}

std::uint64_t load(const FileOrder& order, const std::byte* at) {
  std::uint64_t number = 0;
  for (std::uint32_t i = 0; i < order.size; ++i) {
    const std::uint32_t from = order.endian == Endian::big ? i : order.size - 1 - i;
    number = number << 8 | std::to_integer<std::uint64_t>(at[from]);
  }
  return number;
}

}  // namespace

void set_file_order(Plan& plan, FieldId field, std::uint32_t attribute) {
  const Record& record = plan.records[plan.roots.front().record];
  const auto& scalar = std::get<Scalar>(record.fields[field].body.kind);
  FileOrder order;
  order.field = field;
  order.enumeration = *scalar.enumeration;
  order.attribute = attribute;
  order.offset = place_of(record, field);
  order.size = scalar.bit_count() / 8;
  order.endian = scalar.endian;
  plan.file_order = order;
  Plan big = plan;
  for (Record& each : big.records)
    for (Field& other : each.fields) turn(other.body);
  plan.file_order->in_big_order = std::make_shared<const Plan>(std::move(big));
}

const Plan& in_order_of(const Plan& plan, model::Int128 number) {
  if (!plan.file_order || plan.file_order->in_big_order == nullptr) return plan;
  const Enum& enumeration = plan.enums[plan.file_order->enumeration];
  const auto member = std::ranges::find(enumeration.members, number, &EnumMember::value);
  if (member == enumeration.members.end()) return plan;
  const auto& order = member->attributes[plan.file_order->attribute];
  return order == static_cast<model::Int128>(Endian::big) ? *plan.file_order->in_big_order : plan;
}

const Plan& in_order_of(const Plan& plan, Bytes file) {
  if (!plan.file_order) return plan;
  const FileOrder& order = *plan.file_order;
  if (file.size() < order.offset + order.size) return plan;
  return in_order_of(plan, model::Int128{load(order, file.data() + order.offset)});
}

}  // namespace schemac::plan
