#include "emit/cpp/walk/checked_elements.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {
namespace {

// Whether the accessor of a list of records is a range over them, one after the other.
bool is_range(const plan::Field& field) {
  const auto& list = std::get<plan::List>(field.body.kind);
  return !is_loose(list) && !std::get<plan::Nested>(list.element.front().kind).json;
}

}  // namespace

bool is_checked_alone(const plan::Plan& plan, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const bool is_alone = record.params.empty() && record.section_params.empty() &&
                        record.sections.empty() && !record.is_recursive && !record.message() &&
                        !record.is_made_by_codec && !key_of(plan, id);
  return is_alone && std::ranges::any_of(record.holders.lists, [&](const plan::FieldOf& at) {
           const plan::Record& holder = plan.records[at.record];
           return !holder.message() && is_range(holder.fields[at.field]);
         });
}

plan::Plan with_checked_elements(const plan::Plan& plan) {
  plan::Plan shown = plan;
  for (plan::RecordId id = 0; id < plan.records.size(); ++id)
    if (is_checked_alone(plan, id)) shown.records[id].is_looked_into = true;
  return shown;
}

void emit_checked_elements(Printer& out, const plan::Plan& plan) {
  for (plan::RecordId id = 0; id < plan.records.size(); ++id) {
    if (!is_checked_alone(plan, id)) continue;
    out.blank_line();
    out.emit({{"View", view_name(plan.records[id])}, {"record", record_name(plan.records[id])}},
             R"cc(
               [[gnu::always_inline]] inline const std::byte* $View$::check_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
                 return detail::check_$record$(context, frame, this, begin, end);
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
