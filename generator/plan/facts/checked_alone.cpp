#include "plan/facts/checked_alone.h"

#include <algorithm>

namespace schemac::plan {
namespace {

// Whether elements of a list of records are walked as a range, one after the other.
bool is_range(const Field& field) {
  const auto& list = std::get<List>(field.body.kind);
  return !list.is_counted && !list.stated_begins &&
         !std::get<Nested>(list.element.front().kind).json;
}

// Whether the check of a record needs nothing of what is around it.
bool is_alone(const Record& record) {
  return record.params.empty() && record.section_params.empty() && record.sections.empty() &&
         !record.is_recursive && !record.message() && !record.is_made_by_codec && !record.key;
}

// Views are copied: those that hold large records find these again.
constexpr std::size_t most_kept = 24;  // fields

// Whether the walk of a record passes over the record that a field holds in line, to find its end.
bool is_walked_along(const Plan& plan, const Record& record, const Field& field) {
  const auto* nested = std::get_if<Nested>(&field.body.kind);
  if (nested == nullptr || nested->json || !nested->sections.empty()) return false;
  const Record& inner = plan.records[nested->record];
  return !field.presence && !field.region && !field.jump && !field.codec && !record.late &&
         !inner.fixed_size && !inner.is_recursive && inner.message() == nullptr && !inner.json &&
         inner.weight <= most_kept;
}

void find_kept(const Plan& plan, Record& record) {
  for (Field& field : record.fields) field.is_kept = field.is_looked_into;
  if (record.message() != nullptr || record.json) return;
  for (const Item& item : record.items)
    if (const auto* lone = std::get_if<LoneField>(&item))
      if (is_walked_along(plan, record, record.fields[lone->field]))
        record.fields[lone->field].is_kept = true;
}

// Records are after those that they hold: what holds them is known first.
void show_kept(Plan& plan) {
  for (std::size_t i = plan.records.size(); i-- > 0;)
    if (plan.records[i].is_shown)
      for (const Field& field : plan.records[i].fields)
        if (const auto* nested = std::get_if<Nested>(&field.body.kind); nested && field.is_kept)
          plan.records[nested->record].is_shown = true;
}

}  // namespace

void find_checked_alone(Plan& plan) {
  for (Record& record : plan.records) {
    record.is_checked_alone =
        is_alone(record) && std::ranges::any_of(record.holders.lists, [&](const FieldOf& at) {
          const Record& holder = plan.records[at.record];
          return !holder.message() && is_range(holder.fields[at.field]);
        });
    record.is_shown = record.is_looked_into || record.is_checked_alone;
    find_kept(plan, record);
  }
  show_kept(plan);
}

}  // namespace schemac::plan
