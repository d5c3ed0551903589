#include "emit/cpp/checked_elements.h"

#include <algorithm>

#include "emit/cpp/layout.h"
#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

// Whether a field is a list whose accessor is a range over that record, one after the other.
bool ranges_over(const plan::Field& field, plan::RecordId id) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  if (list == nullptr || is_loose(*list)) return false;
  const auto* nested = std::get_if<plan::Nested>(&list->element.front().kind);
  return nested != nullptr && nested->record == id && !nested->json;
}

}  // namespace

bool is_checked_alone(const plan::Plan& plan, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const bool is_alone = record.params.empty() && record.section_params.empty() &&
                        record.sections.empty() && !record.is_recursive && !record.message() &&
                        !record.is_made_by_codec && !key_of(plan, id);
  return is_alone && std::ranges::any_of(plan.records, [&](const plan::Record& holder) {
           return !holder.message() &&
                  std::ranges::any_of(holder.fields, [&](const plan::Field& field) {
                    return ranges_over(field, id);
                  });
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
               [[gnu::always_inline]] inline const std::byte* $View$::check_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end) {
                 return detail::check_$record$(context, frame, this, begin, end);
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
