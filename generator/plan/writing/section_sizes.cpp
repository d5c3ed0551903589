#include "plan/writing/section_sizes.h"

#include <algorithm>
#include <vector>

#include "plan/facts/item_needs.h"

namespace schemac::plan {
namespace {

// Whether all payloads can be aligned from the start of a section that is aligned to `align`.
bool fits_alignments(const Plan& plan, std::uint64_t align) {
  return std::ranges::all_of(plan.records, [&](const Record& record) {
    return std::ranges::all_of(record.fields, [&](const Field& field) {
      return !field.jump || align % field.jump->align == 0;
    });
  });
}

// The only section that payloads are placed in, if nothing else lies in it.
std::optional<std::uint32_t> only_section(const Record& root) {
  std::optional<std::uint32_t> found;
  for (std::uint32_t i = 0; i < root.sections.size(); ++i) {
    if (root.sections[i].given) return std::nullopt;
    if (!root.sections[i].has_payloads) continue;
    if (found || root.sections[i].has_both()) return std::nullopt;
    found = i;
  }
  return found;
}

}  // namespace

bool is_measured_by_element(const Field& field) {
  const auto* list = std::get_if<List>(&field.body.kind);
  return list != nullptr && std::holds_alternative<Nested>(list->element.front().kind) &&
         !list->element.front().fixed_size && !field.presence;
}

std::optional<std::uint32_t> joined_section(const Plan& plan, const Record& root) {
  if (plan.has_given_offsets) return std::nullopt;
  const std::optional<std::uint32_t> found = only_section(root);
  if (!found || !fits_alignments(plan, root.sections[*found].align)) return std::nullopt;
  std::vector<FieldId> tables;  // in the order of the bytes
  for (std::uint32_t i = 0; i < *found; ++i)
    for (const FieldId id : root.sections[i].fields)
      if (places_content(root.fields[id].body)) tables.push_back(id);
  std::vector<FieldId> all;  // in the order in which they place
  for (FieldId id = 0; id < root.fields.size(); ++id)
    if (root.fields[id].jump || places_content(root.fields[id].body)) all.push_back(id);
  const bool are_lists =
      std::ranges::all_of(all, [&](FieldId id) { return is_measured_by_element(root.fields[id]); });
  return are_lists && tables == all ? found : std::nullopt;
}

}  // namespace schemac::plan
