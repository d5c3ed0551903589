#include "plan/sections.h"

#include <algorithm>

#include "plan/captures.h"
#include "plan/walk_model.h"

namespace schemac::plan {
namespace {

// Whether any record of the format places payloads in section `section` of `owner`.
bool has_payloads(const Builder& builder, const OuterSection& section) {
  for (model::TypeIndex type = 0; type < builder.format.types.size(); ++type) {
    if (!builder.records[type]) continue;
    for (const model::Field& field : builder.format.types[type].fields)
      if (field.place.at && section_of(field, builder.root_type) == section) return true;
  }
  return false;
}

bool is_planned(const RecordScope& scope, const model::Section& section, std::size_t index) {
  if (section.align_by || section.each_align_by || section.pad_by) {
    scope.builder.planned(section.range,
                          "an alignment of section '" + section.name + "' that a value gives");
    return true;
  }
  if (!section.begin && index > 0) {
    scope.builder.planned(
        section.range, "section '" + section.name + "', behind another one but without 'begin',");
    return true;
  }
  return false;
}

// "where 'metadata' begins"; before the first one stands what is read inline.
std::string what_is_before(const model::Type& type, std::size_t index) {
  if (index == 0) return "where the fields before the first section end";
  return "where '" + quoted(type.sections[index - 1].name) + "' begins";
}

Section lower(RecordScope& scope, std::uint32_t index) {
  const model::Section& from = scope.type.sections[index];
  Section out;
  out.name = from.name;
  out.doc = from.doc;
  out.align = from.align;
  out.each_align = from.each_align;
  out.pad = from.pad;
  if (is_planned(scope, from, index)) return out;
  Checks& checks = scope.builder.checks;
  if (from.begin) {
    out.begin = scope.ids[*from.begin];
    const std::string& name = scope.type.fields[*from.begin].name;
    const CheckSite at = scope.site(name, name);
    if (out.align > 1) out.misaligned = checks.section_align(at, out.align);
    out.order = checks.section_order(at, what_is_before(scope.type, index));
    out.bounds = checks.section_bounds(at);
  }
  const bool has_zero_gaps = from.gaps == model::Section::Gaps::zero;
  if (has_zero_gaps) out.gap = checks.gap(scope.site(from.name, from.name + ".padding"));
  out.is_tracked = has_payloads(scope.builder, {scope.index, index});
  return out;
}

}  // namespace

void lower_sections(RecordScope& scope) {
  if (!scope.is_root && !scope.type.sections.empty())
    scope.builder.planned(scope.type.range, "sections of a record inside another one");
  for (std::uint32_t i = 0; i < scope.type.sections.size(); ++i)
    scope.record.sections.push_back(lower(scope, i));
  if (scope.is_root && has_payloads(scope.builder, {scope.index, OuterSection::whole_file})) {
    Section file;
    file.name = "file";
    file.is_whole_file = true;
    scope.record.sections.push_back(std::move(file));
  }
  for (const OuterSection& section : scope.needs().sections) {
    const model::Section* declared = model_section(scope, section);
    scope.record.section_params.push_back(declared != nullptr ? declared->name : "file");
  }
}

const model::Section* model_section(const RecordScope& scope, const OuterSection& section) {
  if (section.section == OuterSection::whole_file) return nullptr;
  return &scope.builder.format.types[section.owner].sections[section.section];
}

SectionRef section_ref(const RecordScope& scope, const OuterSection& section) {
  if (section.owner == scope.index) {
    if (section.section != OuterSection::whole_file) return {false, section.section};
    return {false, static_cast<std::uint32_t>(scope.type.sections.size())};
  }
  const std::vector<OuterSection>& params = scope.needs().sections;
  const auto found = std::find(params.begin(), params.end(), section);
  return {true, static_cast<std::uint32_t>(found - params.begin())};
}

std::vector<FieldId> fields_in_section(const RecordScope& scope, std::uint32_t section) {
  std::vector<FieldId> fields;
  for (std::size_t i = 0; i < scope.type.fields.size(); ++i) {
    const model::Placement& place = scope.type.fields[i].place;
    if (!place.at && place.section == section &&
        place.section_owner.value_or(scope.index) == scope.index && scope.ids[i])
      fields.push_back(*scope.ids[i]);
  }
  return fields;
}

}  // namespace schemac::plan
