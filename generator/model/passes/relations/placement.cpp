#include "model/passes/relations/placement.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "model/passes/value_types.h"

namespace schemac::model {

namespace {

std::optional<std::uint32_t> section_named(const Type& type, const std::string& name) {
  for (std::uint32_t i = 0; i < type.sections.size(); ++i)
    if (type.sections[i].name == name) return i;
  return std::nullopt;
}

// The record itself if it declares the section, else all records around it that do.
std::vector<TypeIndex> owners_of(const Draft& draft, TypeIndex type, const std::string& name) {
  if (section_named(draft.format.types[type], name)) return {type};
  std::vector<TypeIndex> owners;
  for (TypeIndex outer = 0; outer < draft.format.types.size(); ++outer)
    if (section_named(draft.format.types[outer], name) && holds(draft.format, outer, type))
      owners.push_back(outer);
  return owners;
}

void report_unknown(Draft& draft, TypeIndex type, const syntax::Node& name) {
  std::vector<std::string> candidates;
  for (TypeIndex outer = 0; outer < draft.format.types.size(); ++outer)
    if (holds(draft.format, outer, type))
      for (const Section& section : draft.format.types[outer].sections)
        candidates.push_back(section.name);
  auto& error = draft.error(name.range, "unknown-section",
                            "neither '" + draft.format.types[type].name +
                                "' nor a type around it has a section '" + name.text + "'");
  if (auto help = source::did_you_mean(name.text, candidates))
    error.help(*help);
  else
    error.help("declare it under 'sections' of the type that holds the offsets");
}

// A whole file in which records of a type lie outside of all of `owner`.
std::optional<TypeIndex> file_without(const Draft& draft, TypeIndex type, TypeIndex owner) {
  std::vector<bool> seen(draft.format.types.size());
  seen[owner] = true;
  for (const TypeIndex file : types_of_files(draft.format)) {
    std::vector<TypeIndex> left = {file};
    while (!left.empty()) {
      const TypeIndex each = left.back();
      left.pop_back();
      if (seen[each]) continue;
      seen[each] = true;
      if (each == type) return file;
      for (const Field& field : draft.format.types[each].fields)
        for (const TypeIndex inner : records_in(field.body)) left.push_back(inner);
    }
  }
  return std::nullopt;
}

void place_in(Draft& draft, TypeIndex type, Field& field, const syntax::Node& name) {
  const auto owners = owners_of(draft, type, name.text);
  if (owners.empty()) return report_unknown(draft, type, name);
  if (owners.size() > 1) {
    draft
        .error(name.range, "unknown-section",
               "section '" + name.text + "' could be that of '" +
                   draft.format.types[owners[0]].name + "' or of '" +
                   draft.format.types[owners[1]].name + "'")
        .help("give them different names, and each a type of its own for what is in it");
    return;
  }
  const auto other =
      owners.front() == type ? std::nullopt : file_without(draft, type, owners.front());
  if (other) {
    draft
        .error(name.range, "unknown-section",
               "'" + draft.format.types[type].name + "' is also in files of '" +
                   draft.format.types[*other].name + "', which has no section '" + name.text + "'")
        .help("give each of these files a type of its own for what is in it");
    return;
  }
  field.place.section_owner = owners.front();
  field.place.section = section_named(draft.format.types[owners.front()], name.text);
  if (owners.front() != type && field.place.at == nullptr && field.body.planned.empty())
    draft
        .error(name.range, "placement",
               "'" + field.name + "' is in section '" + name.text + "' of '" +
                   draft.format.types[owners.front()].name + "', but nothing says where in it")
        .help("add 'at: FIELD', where the field holds its offset");
}

void check_place(Draft& draft, const Field& field, const syntax::Node& node) {
  const syntax::Node* align = node.find("align");
  const auto& section = field.place.section;
  if (align == nullptr || !section || !field.place.align || !field.place.section_owner) return;
  const Section& holder = draft.format.types[*field.place.section_owner].sections[*section];
  if (holder.align % *field.place.align != 0 && *field.place.align % holder.align != 0)
    draft
        .error(align->range, "placement",
               "'" + field.name + "' is aligned to " + std::to_string(*field.place.align) +
                   ", but its section '" + holder.name + "' to " + std::to_string(holder.align))
        .note(holder.range, "the section is declared here")
        .help("make one a multiple of the other");
}

// The sections that hold payloads, which offsets state, as (type, section).
std::set<std::pair<TypeIndex, std::uint32_t>> sections_with_payloads(const Format& format) {
  std::set<std::pair<TypeIndex, std::uint32_t>> found;
  for (TypeIndex type = 0; type < format.types.size(); ++type)
    for (const Field& field : format.types[type].fields)
      if (field.place.at != nullptr && field.place.section)
        found.emplace(field.place.section_owner.value_or(type), *field.place.section);
  return found;
}

// What a section says of its payloads, though it has none.
void check_payload_keys(Draft& draft) {
  const auto with_payloads = sections_with_payloads(draft.format);
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type)
    for (std::uint32_t i = 0; i < draft.format.types[type].sections.size(); ++i) {
      if (with_payloads.contains({type, i})) continue;
      const syntax::Node& node = draft.sources[type].node->find("sections")->items[i];
      for (const std::string key : {"overlap", "each"})
        if (const syntax::Entry* entry = node.find_entry(key))
          draft
              .error(entry->key_range, "no-meaning",
                     "'" + key +
                         "' is about payloads at offsets, and no 'at' leads into section '" +
                         draft.format.types[type].sections[i].name + "'")
              .help("remove '" + key + "', or place a field there: 'at' and 'in'");
    }
}

}  // namespace

void place_fields(Draft& draft) {
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type) {
    auto& fields = draft.format.types[type].fields;
    for (FieldIndex i = 0; i < fields.size(); ++i) {
      const syntax::Node* node = draft.sources[type].fields[i];
      if (node == nullptr) continue;
      if (const syntax::Node* in = node->find("in")) place_in(draft, type, fields[i], *in);
      check_place(draft, fields[i], *node);
    }
  }
  check_payload_keys(draft);
}

}  // namespace schemac::model
