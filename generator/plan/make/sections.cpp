#include "plan/make/sections.h"

#include <algorithm>
#include <set>

#include "model/spelling.h"
#include "plan/expressions/captures.h"
#include "plan/expressions/walk_model.h"
#include "plan/make/places.h"

namespace schemac::plan {
namespace {

// Whether any record of the format places payloads in section `section` of `owner`.
bool has_payloads(const Builder& builder, const OuterSection& section) {
  for (model::TypeIndex type = 0; type < builder.format.types.size(); ++type) {
    if (!builder.records[type]) continue;
    for (const model::Field& field : builder.format.types[type].fields)
      if (field.place.at && section_of(field) == section) return true;
  }
  return false;
}

// Whether the record, or one in it, places something anywhere in the file.
bool places_in_file(const model::Format& format, model::TypeIndex type,
                    std::set<model::TypeIndex>& seen) {
  if (!seen.insert(type).second) return false;
  for (const model::Field& field : format.types[type].fields)
    if (field.place.at && !field.place.section) return true;
  bool found = false;
  for_each_body(format.types[type], [&](const model::Body& body) {
    const auto* held = std::get_if<model::RecordReference>(&body.kind);
    found = found || (held != nullptr && places_in_file(format, held->type, seen));
  });
  return found;
}

// "file", unless a section is called so, in whatever spelling.
std::string file_section_name(const model::Format& format) {
  std::string name = "file";
  const auto is_taken = [&](const model::Type& type) {
    return std::any_of(
        type.sections.begin(), type.sections.end(),
        [&](const model::Section& section) { return model::snake_case(section.name) == name; });
  };
  while (std::any_of(format.types.begin(), format.types.end(), is_taken)) name = "whole_" + name;
  return name;
}

// The section for all that lies at offsets of the file. A declared section has a name of its own.
Section whole_file(RecordScope& scope) {
  Section file;
  file.name = file_section_name(scope.builder.format);
  file.is_whole_file = true;
  file.is_tracked = true;
  Checks& checks = scope.builder.checks;
  const bool is_anything_let_be =
      std::any_of(scope.type.sections.begin(), scope.type.sections.end(),
                  [](const model::Section& section) { return !section.gaps; });
  if (is_anything_let_be) return file;
  file.gap = checks.padding(scope.subject(file.name, "padding"));
  file.unclaimed = checks.unclaimed(scope.subject(file.name, ""));
  file.place = checks.place(scope.subject(file.name, ""));
  return file;
}

// A record that is a root, and that another one holds, too: whose file is it?
void refuse_held_root(RecordScope& scope) {
  const auto& roots = scope.builder.format.roots;
  const bool is_any_root = std::any_of(roots.begin(), roots.end(), [&](const model::Root& root) {
    return root.type == scope.index;
  });
  const auto& needed = scope.needs().sections;
  const bool has_offsets =
      std::any_of(needed.begin(), needed.end(), [](const auto& each) { return each.is_file(); });
  if (scope.is_root || !is_any_root || !has_offsets) return;
  scope.builder
      .not_executed(scope.type.range, "'" + scope.type.name +
                                          "', a root that other records hold, with fields at "
                                          "offsets of the file,")
      .help("make a root of its own whose only field is a '" + scope.type.name + "'");
}

bool is_planned(const RecordScope& scope, const model::Section& section, std::size_t index) {
  if (section.pad_by && !section.align_by && !section.each_align_by) {
    scope.builder.planned(section.range, "a calculated 'pad' of section '" + section.name + "'");
    return true;
  }
  if (section.align_by || section.each_align_by || section.pad_by) {
    scope.builder.planned(section.range,
                          "an alignment of section '" + section.name + "' that a value gives");
    return true;
  }
  if (!section.begin && index > 0) {
    scope.builder.planned(section.range,
                          "section '" + section.name + "', after another one but without 'begin',");
    return true;
  }
  return false;
}

// "where 'metadata' begins"; before the first one is what is read inline.
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
    const CheckSubject at = scope.subject(name, name);
    if (out.align > 1) out.misaligned = checks.section_align(at, out.align);
    out.order = checks.section_order(at, what_is_before(scope.type, index));
    out.bounds = checks.section_bounds(at);
  }
  out.is_tracked = has_payloads(scope.builder, {scope.index, index});
  if (from.gaps) {
    out.gap = checks.gap(scope.subject(from.name, from.name + ".padding"), *from.gaps);
    if (out.is_tracked) out.place = checks.place(scope.subject(from.name, ""));
  }
  return out;
}

// Where sections end, and begin if no value says so, follows from what is before, if only zeros are
// in between.
void add_begin_places(RecordScope& scope) {
  Checks& checks = scope.builder.checks;
  std::vector<Section>& sections = scope.record.sections;
  const std::size_t declared = scope.type.sections.size();
  for (std::size_t i = 0; i < declared; ++i) {
    const std::size_t says = i == 0 ? i : i - 1;  // what lies before it
    const bool is_obeyed = sections[i].given && !sections[i].given->is_late;
    if (!sections[i].begin || !sections[says].gap || is_obeyed) continue;
    const std::string& name = scope.record.fields[*sections[i].begin].name;
    sections[i].begin_place = checks.place(scope.subject(name, name));
  }
  if (declared == 0) return;
  Section& last = sections[declared - 1];
  last.is_followed = sections.size() > declared;  // by what lies at offsets of the file
  if (!last.gap) return;
  last.end = checks.section_end(scope.subject(last.name, last.name));
}

}  // namespace

void lower_sections(RecordScope& scope) {
  if (!scope.is_root && !scope.type.sections.empty())
    scope.builder.planned(scope.type.range, "sections of a record inside another one");
  for (std::uint32_t i = 0; i < scope.type.sections.size(); ++i)
    scope.record.sections.push_back(lower(scope, i));
  std::set<model::TypeIndex> seen;
  if (scope.is_root && places_in_file(scope.builder.format, scope.index, seen))
    scope.record.sections.push_back(whole_file(scope));
  refuse_held_root(scope);
  for (const OuterSection& section : scope.needs().sections) {
    const model::Section* declared = model_section(scope, section);
    std::vector<std::string>& names = scope.record.section_params;
    if (section.is_file()) scope.record.file_param = static_cast<std::uint32_t>(names.size());
    names.push_back(declared != nullptr ? declared->name : file_section_name(scope.builder.format));
  }
}

void lower_starts(RecordScope& scope) {
  find_given_starts(scope);
  add_begin_places(scope);
}

const model::Section* model_section(const RecordScope& scope, const OuterSection& section) {
  if (section.is_file()) return nullptr;
  return &scope.builder.format.types[section.owner].sections[section.section];
}

SectionRef section_ref(const RecordScope& scope, const OuterSection& section) {
  if (section.is_file() && scope.is_root)
    return {false, static_cast<std::uint32_t>(scope.type.sections.size())};
  if (section.owner == scope.index) return {false, section.section};
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
