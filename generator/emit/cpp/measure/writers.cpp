#include "emit/cpp/measure/writers.h"

#include <algorithm>

#include "emit/cpp/measure/stated_layout.h"
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {

bool is_payload(const plan::Body& body) {
  const auto* array = std::get_if<plan::Array>(&body.kind);
  return std::holds_alternative<plan::Raw>(body.kind) || (array != nullptr && array->dims);
}

bool has_inline_payload(const plan::Plan& plan, const plan::Record& record) {
  if (record.slack) return true;
  // What is aligned in the file has to know where it stands, which a part of the file doesn't.
  if (record.is_recursive || record.hangs_on_place || states_layout(plan, record)) return true;
  return std::ranges::any_of(record.fields, [&](const plan::Field& field) {
    if (field.jump) return false;
    const auto* list = std::get_if<plan::List>(&field.body.kind);
    if (list != nullptr && list->begins_of) return true;  // it states places in the file
    if (is_payload(field.body) || std::holds_alternative<plan::Switch>(field.body.kind))
      return true;
    return std::ranges::any_of(plan::nested_in(field.body), [&](const plan::Nested* nested) {
      return has_inline_payload(plan, plan.records[nested->record]);
    });
  });
}

bool notes_misfits(const plan::Plan& plan) {
  return plan.has_asked_sizes || plan.has_narrow_tables;
}

std::string writer_type(const plan::Plan& plan) {
  const std::string type =
      plan.has_digests ? "schemac::impl::DigestWriter" : "schemac::impl::Writer";
  return notes_misfits(plan) ? "schemac::impl::HoldingWriter<" + type + ">" : type;
}

bool is_written_in_room(const plan::Plan& plan, const plan::Record& root) {
  return !plan.has_digests && root.sections.empty() && !notes_misfits(plan);
}

}  // namespace schemac::emit::cpp
