#include "plan/make/enums.h"

#include <algorithm>
#include <numeric>

namespace schemac::plan {
namespace {

EnumMember lower(const model::EnumMember& from, const std::string& identifier) {
  EnumMember member;
  member.name = from.name;
  member.identifier = identifier;
  member.text = from.text;
  member.value = from.value;
  member.characters = from.characters;
  member.versions = from.versions;
  member.doc = from.doc;
  for (const auto& attribute : from.attributes)
    member.attributes.push_back(attribute ? std::optional(attribute->number) : std::nullopt);
  return member;
}

}  // namespace

void lower_enums(Builder& builder) {
  for (const model::Enum& from : builder.format.enums) {
    Enum out;
    out.name = builder.plan.type_names.add(camel_identifier(from.name));
    out.doc = from.doc;
    out.doc_ref = from.doc_ref;
    out.dtype = from.dtype;
    out.is_text = from.is_text;
    out.keeps_unknown = from.keeps_unknown;
    out.attributes = from.attributes;
    out.is_asked_for.resize(from.attributes.size());
    UniqueNames names;
    std::vector<std::string> wanted;
    for (const model::EnumMember& member : from.members) wanted.push_back(member.name);
    const std::vector<std::string> identifiers = names.add_all(wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      out.members.push_back(lower(from.members[i], identifiers[i]));
    out.by_value.resize(out.members.size());
    std::iota(out.by_value.begin(), out.by_value.end(), 0u);
    std::ranges::stable_sort(out.by_value, {},
                             [&](std::uint32_t member) { return out.members[member].value; });
    builder.plan.enums.push_back(std::move(out));
  }
}

}  // namespace schemac::plan
