#include "plan/facts/inline_items.h"

#include <algorithm>

#include "plan/facts/item_needs.h"
#include "plan/operators.h"

namespace schemac::plan {
namespace {

bool is_in_run(const Run& run, FieldId id) {
  const auto is_it = [id](const RunField& each) { return each.field == id; };
  return std::ranges::any_of(run.fixed, is_it) || std::ranges::any_of(run.after, is_it) ||
         (run.counted && run.counted->list == id);
}

}  // namespace

bool is_inline(const Record& record, FieldId id) {
  return std::ranges::any_of(record.items, [&](const Item& item) {
    if (const auto* run = std::get_if<Run>(&item)) return is_in_run(*run, id);
    const auto* lone = std::get_if<LoneField>(&item);
    return lone != nullptr && lone->field == id && !record.fields[id].jump;
  });
}

bool is_before_sections(const Record& record, const Item& item) {
  if (const auto* lone = std::get_if<LoneField>(&item)) return !record.fields[lone->field].jump;
  if (const auto* require = std::get_if<Require>(&item))
    return std::ranges::all_of(fields_read(require->condition),
                               [&](FieldId id) { return is_inline(record, id); }) &&
           (!require->at || is_inline(record, require->at->field));
  for (const Item& other : record.items) {
    if (&other == &item) return true;
    if (std::holds_alternative<FindSections>(other)) return false;
  }
  return true;
}

bool has_placing_start(const Record& record) {
  const bool has_file = std::ranges::any_of(record.sections, &Section::is_whole_file);
  const bool has_sections = std::ranges::any_of(
      record.items, [](const Item& item) { return std::holds_alternative<FindSections>(item); });
  return has_file && has_sections && std::ranges::any_of(record.items, [&](const Item& item) {
           const auto* lone = std::get_if<LoneField>(&item);
           return lone != nullptr && is_before_sections(record, item) &&
                  places_content(record.fields[lone->field].body);
         });
}

}  // namespace schemac::plan
