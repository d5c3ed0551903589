#include <algorithm>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/queries/spelling.h"
#include "emit/doc/queries/standards.h"

namespace schemac::emit::doc {
namespace {

Text attribute_text(const Context& context, plan::EnumId id, std::size_t member,
                    std::size_t attribute) {
  const plan::Enum& enumeration = context.plan.enums[id];
  const auto& values = enumeration.members[member].attributes;
  if (attribute >= values.size() || !values[attribute]) return text("–");
  const model::Int128 value = *values[attribute];
  switch (enumeration.attributes[attribute].kind) {
    case model::AttributeKind::dtype: {
      const auto dtype = static_cast<Dtype>(value);
      return text(code(std::string(name(dtype)), to(dtype_id(dtype))));
    }
    case model::AttributeKind::boolean:
      return text(value != 0 ? "yes" : "no");
    case model::AttributeKind::byte_order:
      return text(word(static_cast<Endian>(value)));
    case model::AttributeKind::number:
      return text(model::to_text(value));
    case model::AttributeKind::digest:
    case model::AttributeKind::codec:
    case model::AttributeKind::text:
      break;
  }
  const auto& stated = context.format.enums[id].members[member].attributes[attribute];
  return stated ? text(code(stated->text)) : text("–");
}

Table members_table(const Context& context, plan::EnumId id) {
  const plan::Enum& enumeration = context.plan.enums[id];
  Table table;
  table.caption = "Values of " + enumeration.name;
  table.columns = {{"Value", !enumeration.is_text}, {"Name", false}};
  table.name_column = 1;
  for (const model::EnumAttribute& attribute : enumeration.attributes)
    table.columns.push_back({attribute.name, false});
  const bool has_meanings = std::any_of(enumeration.members.begin(), enumeration.members.end(),
                                        [](const plan::EnumMember& member) {
                                          return !member.doc.empty() || !member.versions.are_all();
                                        });
  if (has_meanings) table.columns.push_back({"Meaning", false});
  for (std::size_t i = 0; i < enumeration.members.size(); ++i) {
    const plan::EnumMember& member = enumeration.members[i];
    TableRow row;
    row.id = context.links.member(id, i);
    row.cells = {{enumeration.is_text ? text(code(member.text))
                                      : text(member_value(enumeration, member.value))},
                 {text(code(member.name))}};
    for (std::size_t k = 0; k < enumeration.attributes.size(); ++k)
      row.cells.push_back({attribute_text(context, id, i, k)});
    Cell meaning = {prose(member.doc)};
    if (!member.versions.are_all())
      meaning.push_back(text("Only ", versions_words(member.versions), "."));
    if (has_meanings) row.cells.push_back(std::move(meaning));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Chapter enum_chapter(const Context& context, const Uses& uses, plan::EnumId id) {
  const plan::Enum& enumeration = context.plan.enums[id];
  Chapter inner;
  inner.id = context.links.enumeration(id);
  inner.title = enumeration.name;
  inner.is_name = true;
  if (!enumeration.doc.empty()) inner.blocks.emplace_back(Paragraph{prose(enumeration.doc)});
  Facts facts;
  const std::optional<Endian>& own = context.format.enums[id].endian;
  const model::ByteOrder order = own ? model::ByteOrder{*own} : context.format.endian;
  const auto& uses_of_it = uses.of_enum(id);
  const bool is_of_messages = std::all_of(
      uses_of_it.begin(), uses_of_it.end(),
      [&](const Use& use) { return context.plan.records[use.record].message() != nullptr; });
  if (enumeration.is_text)
    add_fact(facts, "Stored as", text("a text: ", standard_link("json")));
  else if (is_of_messages && !uses_of_it.empty())
    add_fact(facts, "Stored as", text("a varint: ", standard_link("protobuf")));
  else
    add_fact(facts, "Stored as", dtype_text(context, enumeration.dtype, order));
  add_fact(facts, "Other values",
           text(enumeration.keeps_unknown ? "allowed: kept as numbers without a name" : "refused"));
  std::vector<Text> users;
  for (const Use& use : uses.of_enum(id)) {
    const plan::Record& record = context.plan.records[use.record];
    users.push_back(text(code(record.name + "." + record.fields[use.field].name,
                              to(context.links.field(use.record, use.field)))));
  }
  if (!users.empty()) add_fact(facts, "Used by", listed(users));
  if (!enumeration.doc_ref.empty()) add_fact(facts, "Specified in", reference(enumeration.doc_ref));
  inner.blocks.emplace_back(std::move(facts));
  inner.blocks.emplace_back(members_table(context, id));
  return inner;
}

}  // namespace

Chapter enums_chapter(const Context& context, const Uses& uses) {
  Chapter chapter;
  chapter.id = enums_id;
  chapter.title = "Enumerations";
  for (plan::EnumId id = 0; id < context.plan.enums.size(); ++id)
    chapter.chapters.push_back(enum_chapter(context, uses, id));
  return chapter;
}

}  // namespace schemac::emit::doc
