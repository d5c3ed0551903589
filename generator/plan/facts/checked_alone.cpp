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

}  // namespace

void find_checked_alone(Plan& plan) {
  for (Record& record : plan.records) {
    record.is_checked_alone =
        is_alone(record) && std::ranges::any_of(record.holders.lists, [&](const FieldOf& at) {
          const Record& holder = plan.records[at.record];
          return !holder.message() && is_range(holder.fields[at.field]);
        });
    record.is_shown = record.is_looked_into || record.is_checked_alone;
  }
}

}  // namespace schemac::plan
