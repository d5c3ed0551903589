#include "plan/file_order.h"

#include <memory>
#include <variant>

namespace schemac::plan {

namespace {

// The model has seen to it that only fields of fixed sizes come before it, one after the other.
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

}  // namespace

void set_file_order(Plan& plan, FieldId field, std::uint32_t attribute) {
  const Record& root = plan.records[plan.roots.front().record];
  plan.file_order = FileOrder{field, attribute, place_of(root, field), nullptr};
  Plan big = plan;
  for (Record& each : big.records)
    for (Field& other : each.fields) turn(other.body);
  plan.file_order->in_big_order = std::make_shared<const Plan>(std::move(big));
}

}  // namespace schemac::plan
