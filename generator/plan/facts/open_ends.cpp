#include "plan/facts/open_ends.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "model/overload.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

void mark_lists(const Plan& plan, Body& body) {
  if (auto* list = std::get_if<List>(&body.kind)) {
    list->may_be_open = may_be_open(plan, list->element.front());
    mark_lists(plan, list->element.front());
  }
  if (auto* choice = std::get_if<Switch>(&body.kind))
    for (Alternative& each : choice->alternatives) mark_lists(plan, each.body.front());
}

// Marks those that are open by themselves, then those that hold them.
void mark_records(Plan& plan) {
  std::vector<std::vector<RecordId>> holders(plan.records.size());
  std::vector<RecordId> open;
  for (RecordId id = 0; id < plan.records.size(); ++id) {
    const Record& record = plan.records[id];
    bool is_open = record.message() != nullptr;
    for_each_unsized(record, [&](FieldId field) {
      const Body& body = record.fields[field].body;
      is_open = is_open || may_be_open(plan, body);
      for (const Nested* held : nested_in(body)) holders[held->record].push_back(id);
    });
    if (is_open) open.push_back(id);
  }
  while (!open.empty()) {
    const RecordId id = open.back();
    open.pop_back();
    if (plan.records[id].may_be_open) continue;
    plan.records[id].may_be_open = true;
    open.insert(open.end(), holders[id].begin(), holders[id].end());
  }
}

}  // namespace

bool is_open(const Text& text) { return text.to_end && !text.head; }

bool is_open(const Raw& raw) {
  const bool ends_itself = raw.free && raw.free->wire == FreeForm::Wire::object;
  return raw.to_end && !raw.head && !raw.digest && !ends_itself;
}

bool is_open(const List& list) { return list.goes_to_limit(); }

bool is_open(const Plan& plan, const Field& field) {
  const auto* nested = std::get_if<Nested>(&field.body.kind);
  return field.codec && nested != nullptr && plan.records[nested->record].may_be_open;
}

void for_each_unsized(const Record& record, const std::function<void(FieldId)>& visit) {
  for (const Item& item : record.items) {
    const auto* lone = std::get_if<LoneField>(&item);
    if (lone == nullptr) continue;
    const Field& field = record.fields[lone->field];
    if (!field.jump && !field.region) visit(lone->field);
  }
}

bool may_be_open(const Plan& plan, const Body& body) {
  const bool is_open_itself = std::visit(
      model::Overload{
          [](const Scalar&) { return false; },
          [](const Constant&) { return false; },
          [](const Text& text) { return is_open(text); },
          [](const Raw& raw) { return is_open(raw); },
          [](const Array&) { return false; },
          [&](const Nested& nested) {
            return nested.json || plan.records[nested.record].may_be_open;
          },
          [](const List& list) { return is_open(list) || list.is_counted || list.has_slack; },
          [](const Switch&) { return false; },
      },
      body.kind);
  return is_open_itself || std::ranges::any_of(inner_bodies(body), [&](const Body* inner) {
           return may_be_open(plan, *inner);
         });
}

void find_open_ends(Plan& plan) {
  mark_records(plan);
  for (Record& record : plan.records)
    if (record.message() == nullptr)  // where each element says how long it is
      for (Field& field : record.fields) mark_lists(plan, field.body);
}

}  // namespace schemac::plan
