#include "model/passes/placement.h"

#include <algorithm>

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

void place_in(Draft& draft, TypeIndex type, Field& field, const syntax::Node& name) {
  const auto owners = owners_of(draft, type, name.text);
  if (owners.empty()) return report_unknown(draft, type, name);
  if (owners.size() > 1) {
    draft
        .error(name.range, "unknown-section",
               "section '" + name.text + "' could be that of '" +
                   draft.format.types[owners[0]].name + "' or of '" +
                   draft.format.types[owners[1]].name + "'")
        .help("give them different names, and each a type of its own for what lies in it");
    return;
  }
  field.place.section_owner = owners.front();
  field.place.section = section_named(draft.format.types[owners.front()], name.text);
  if (owners.front() != type && field.place.at == nullptr && field.body.planned.empty())
    draft
        .error(name.range, "placement",
               "'" + field.name + "' lies in section '" + name.text + "' of '" +
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
        .help("let one be a multiple of the other");
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
}

}  // namespace schemac::model
