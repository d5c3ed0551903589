#include "plan/facts/open_ends.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "model/overload.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

OpenEnd always_if(bool is_open) { return is_open ? OpenEnd::always : OpenEnd::never; }
OpenEnd by_value_if(bool may_be) { return may_be ? OpenEnd::by_value : OpenEnd::never; }
bool may_be_open(const Body& body) { return body.open_end != OpenEnd::never; }

bool ends_itself(const Raw& raw) {
  return raw.head || raw.digest || (raw.free && raw.free->wire == FreeForm::Wire::object);
}

// A body's, once those of bodies in it are known.
OpenEnd open_end_of(const Plan& plan, const Body& body) {
  return std::visit(
      model::Overload{
          [](const Scalar&) { return OpenEnd::never; },
          [](const Constant&) { return OpenEnd::never; },
          [](const Text& text) { return always_if(text.to_end && !text.head); },
          [](const Raw& raw) { return always_if(raw.to_end && !ends_itself(raw)); },
          [](const Array&) { return OpenEnd::never; },
          [&](const Nested& nested) {
            return nested.json ? OpenEnd::always : plan.records[nested.record].open_end;
          },
          [](const List& list) {
            if (list.goes_to_limit()) return OpenEnd::always;
            return by_value_if(list.is_counted || list.has_slack || list.may_hold_open());
          },
          [](const Switch& choice) {
            return by_value_if(std::ranges::any_of(
                choice.alternatives,
                [](const Alternative& each) { return may_be_open(each.body.front()); }));
          },
      },
      body.kind);
}

void mark(const Plan& plan, Body& body) {
  if (auto* list = std::get_if<List>(&body.kind)) mark(plan, list->element.front());
  if (auto* choice = std::get_if<Switch>(&body.kind))
    for (Alternative& each : choice->alternatives) mark(plan, each.body.front());
  body.open_end = open_end_of(plan, body);
}

void mark_bodies(Plan& plan) {
  for (Record& record : plan.records) {
    if (record.message() != nullptr) continue;
    for (Field& field : record.fields) {
      mark(plan, field.body);
      // Of a record that a codec makes nobody has a value: the stored bytes may be open.
      if (field.codec) field.body.open_end = always_if(may_be_open(field.body));
    }
  }
}

bool is_open_itself(const Record& record) {
  bool is_open = record.message() != nullptr;
  for_each_unsized(record,
                   [&](FieldId id) { is_open = is_open || may_be_open(record.fields[id].body); });
  return is_open;
}

// Marks those that are open by themselves, then those that hold them.
void mark_records(Plan& plan) {
  std::vector<std::vector<RecordId>> holders(plan.records.size());
  std::vector<RecordId> open;
  for (RecordId id = 0; id < plan.records.size(); ++id) {
    const Record& record = plan.records[id];
    for_each_unsized(record, [&](FieldId field) {
      for (const Nested* held : nested_in(record.fields[field].body))
        holders[held->record].push_back(id);
    });
    if (is_open_itself(record)) open.push_back(id);
  }
  while (!open.empty()) {
    const RecordId id = open.back();
    open.pop_back();
    Record& record = plan.records[id];
    if (record.open_end != OpenEnd::never) continue;
    record.open_end = record.message() != nullptr ? OpenEnd::always : OpenEnd::by_value;
    open.insert(open.end(), holders[id].begin(), holders[id].end());
  }
}

// The records in a body whose values say whether they are open.
void add_asked(const Plan& plan, const Body& body, std::vector<RecordId>& asked) {
  for (const Nested* nested : nested_in(body))
    if (!nested->json && plan.records[nested->record].open_end == OpenEnd::by_value)
      asked.push_back(nested->record);
}

// The same of elements of lists.
void add_elements(const Plan& plan, const Body& body, std::vector<RecordId>& asked) {
  const auto* list = std::get_if<List>(&body.kind);
  if (list != nullptr && list->may_hold_open()) return add_asked(plan, body, asked);
  for (const Body* inner : inner_bodies(body)) add_elements(plan, *inner, asked);
}

// Elements that may be open, and what these hold.
void mark_asked(Plan& plan) {
  std::vector<RecordId> asked;
  for (const Record& record : plan.records)
    for (const Field& field : record.fields) add_elements(plan, field.body, asked);
  while (!asked.empty()) {
    Record& record = plan.records[asked.back()];
    asked.pop_back();
    if (record.is_asked_if_open) continue;
    record.is_asked_if_open = true;
    for_each_unsized(record, [&](FieldId id) {
      const Field& field = record.fields[id];
      if (!field.codec) add_asked(plan, field.body, asked);
    });
  }
}

}  // namespace

void for_each_unsized(const Record& record, const std::function<void(FieldId)>& visit) {
  for (const Item& item : record.items) {
    const auto* lone = std::get_if<LoneField>(&item);
    if (lone == nullptr) continue;
    const Field& field = record.fields[lone->field];
    if (!field.jump && !field.region) visit(lone->field);
  }
}

void find_open_ends(Plan& plan) {
  mark_bodies(plan);  // those that are open themselves
  mark_records(plan);
  mark_bodies(plan);  // and those that hold them
  mark_asked(plan);
}

}  // namespace schemac::plan
