#include "plan/writing/section_content.h"

#include <algorithm>
#include <optional>

#include "model/range_arithmetic.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

std::optional<model::Int128> greatest_start(const Record& record, const Section& section) {
  if (!section.begin || section.given || !record.fields[*section.begin].states_section())
    return std::nullopt;
  const auto& scalar = std::get<Scalar>(record.fields[*section.begin].body.kind);
  return scalar.bit_count() == 64 ? std::nullopt : std::optional(model::range_of(scalar).max);
}

}  // namespace

bool places_in(const Field& field, std::uint32_t section) {
  const SectionRef here{false, section};
  if (field.jump && field.jump->section == here) return true;
  return std::ranges::any_of(nested_in(field.body), [&](const Nested* nested) {
    return std::ranges::find(nested->sections, here) != nested->sections.end();
  });
}

bool is_last_section(const Record& record, std::uint32_t section) {
  return section + 1 == record.sections.size() || record.sections[section + 1].is_whole_file;
}

void find_section_content(Plan& plan) {
  for (Record& record : plan.records) {
    for (const Item& item : record.items)
      if (const auto* inside = std::get_if<InSection>(&item))
        for (const LoneField& lone : inside->fields)
          record.sections[inside->section].fields.push_back(lone.field);
    for (std::uint32_t i = 0; i < record.sections.size(); ++i) {
      Section& section = record.sections[i];
      section.has_payloads = std::ranges::any_of(
          record.fields, [&](const Field& field) { return places_in(field, i); });
      section.greatest_start = greatest_start(record, section);
    }
  }
}

}  // namespace schemac::plan
