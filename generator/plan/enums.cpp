#include "plan/enums.h"

namespace schemac::plan {
namespace {

EnumMember lower(const model::EnumMember& from, UniqueNames& names) {
  EnumMember member;
  member.name = from.name;
  member.identifier = names.add(identifier(from.name));
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
  UniqueNames names;
  for (const model::Enum& from : builder.format.enums) {
    Enum out;
    out.name = names.add(camel_identifier(from.name));
    out.doc = from.doc;
    out.doc_ref = from.doc_ref;
    out.dtype = from.dtype;
    out.is_text = from.is_text;
    out.keeps_unknown = from.keeps_unknown;
    out.attributes = from.attributes;
    UniqueNames members;
    for (const model::EnumMember& member : from.members)
      out.members.push_back(lower(member, members));
    builder.plan.enums.push_back(std::move(out));
  }
}

}  // namespace schemac::plan
