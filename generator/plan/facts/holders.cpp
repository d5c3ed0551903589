#include "plan/facts/holders.h"

#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

// Notes what a body of the field consists of: its own record, those of elements and alternatives.
void note(Plan& plan, const Body& body) {
  if (const auto* nested = std::get_if<Nested>(&body.kind))
    ++plan.records[nested->record].holders.count;
  if (const auto* list = std::get_if<List>(&body.kind))
    if (const auto* nested = std::get_if<Nested>(&list->element.front().kind))
      plan.records[nested->record].holders.is_element = true;
  for (const Body* inner : inner_bodies(body)) note(plan, *inner);
}

const Nested* element_of(const Field& field) {
  const auto* list = std::get_if<List>(&field.body.kind);
  return list != nullptr ? std::get_if<Nested>(&list->element.front().kind) : nullptr;
}

// A record comes after those that it holds, where it isn't recursive.
std::size_t weight_of(const Plan& plan, const Record& record) {
  std::size_t weight = 0;
  for (const Field& field : record.fields) {
    const auto* nested = std::get_if<Nested>(&field.body.kind);
    weight += nested == nullptr || record.is_recursive ? 1 : plan.records[nested->record].weight;
  }
  return weight;
}

}  // namespace

void find_holders(Plan& plan) {
  for (Record& record : plan.records) record.holders = {};
  for (RecordId id = 0; id < plan.records.size(); ++id) {
    for (FieldId field = 0; field < plan.records[id].fields.size(); ++field) {
      const Field& each = plan.records[id].fields[field];
      note(plan, each.body);
      if (const auto* nested = std::get_if<Nested>(&each.body.kind))
        plan.records[nested->record].holders.fields.push_back({id, field});
      if (const Nested* element = element_of(each))
        plan.records[element->record].holders.lists.push_back({id, field});
    }
    plan.records[id].weight = weight_of(plan, plan.records[id]);
  }
}

}  // namespace schemac::plan
