// What comes after a dot: a field, an alternative, a bit, an attribute.
#include "model/passes/bind/binder.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

// Everything of one kind that has a name.
template <class Named>
std::optional<std::uint32_t> find_named(const std::vector<Named>& all, const std::string& name,
                                        std::vector<std::string>& names) {
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].name == name) return i;
    names.push_back(all[i].name);
  }
  return std::nullopt;
}

// An alternative whose record has just one field of interest is that record.
ExpressionPtr make_member(source::SourceRange range, TypedRange value, ExpressionPtr object,
                          Member::Kind kind, std::uint32_t index, const std::string& name) {
  value.type.is_optional = value.type.is_optional || object->type.is_optional;
  return make_expression(range, value.type, value.values,
                         Member{std::move(object), kind, index, name});
}

TypedRange value_of_attribute(AttributeKind kind) {
  TypedRange result{{}, any_number};
  switch (kind) {
    case AttributeKind::dtype:
      result.type.kind = ValueKind::dtype;
      break;
    case AttributeKind::digest:
      result.type.kind = ValueKind::digest;
      break;
    case AttributeKind::codec:
      result.type.kind = ValueKind::codec;
      break;
    case AttributeKind::byte_order:
      result.type.kind = ValueKind::byte_order;
      break;
    case AttributeKind::number:
      break;
    case AttributeKind::text:
      result.type.kind = ValueKind::text;
      break;
    case AttributeKind::boolean:
      result.type.kind = ValueKind::boolean;
      result.values = truth;
      break;
  }
  return result;
}

// "its fields are a, b and c"
std::string what_there_is(const std::string& what, std::vector<std::string> names) {
  constexpr std::size_t most_names_shown = 10;
  std::erase(names, "");
  if (names.empty() || names.size() > most_names_shown)
    return "name what its declaration has, or leave the dot out";
  return "its " + what + (names.size() == 1 ? " is " : "s are ") + source::listed(names);
}

// The numbers that the members state.
Range range_of_attribute(const Enum& enumeration, std::uint32_t index) {
  std::optional<Range> range;
  for (const EnumMember& member : enumeration.members)
    if (index < member.attributes.size() && member.attributes[index]) {
      const Range one = constant(member.attributes[index]->number);
      range = range ? hull(*range, one) : one;
    }
  return range.value_or(any_number);
}

}  // namespace

ExpressionPtr Binder::member_of(const syntax::MemberAccess& node, ExpressionPtr object,
                                const syntax::Expression& at) {
  const ExpressionType type = object->type;
  const std::string& name = node.member;
  std::vector<std::string> names;
  std::string code = "unknown-field";
  std::string holder = describe(type, draft_.format);

  if (type.kind == ValueKind::free)
    return make_member(at.range, {type_of_kind(ValueKind::free), any_number}, std::move(object),
                       Member::Kind::free, 0, name);
  if (type.is_list) {
    draft_
        .error(at.range, "type-mismatch",
               "'" + to_text(*object, draft_.format) + "' is " + holder + ", and has no '." + name +
                   "' as a whole")
        .help("put a rule about '_." + name + "' under 'each' of the list");
    return nullptr;
  }
  if (type.kind == ValueKind::record && type.type) {
    const Type& record = draft_.format.types[*type.type];
    if (const auto index = find_named(record.fields, name, names))
      return make_member(at.range, value_of_field(draft_, *type.type, *index), std::move(object),
                         Member::Kind::field, *index, name);
    holder = "'" + record.name + "'";
  } else if (type.kind == ValueKind::choice && type.field) {
    const Body& body = draft_.format.types[*type.type].fields[*type.field].body;
    const auto& cases = std::get<Switch>(body.kind).cases;
    if (const auto index = find_named(cases, name, names)) {
      TypedRange value = value_of_body(draft_, cases[*index].body, *type.type, *type.field);
      value.type.is_optional = true;
      return make_member(at.range, value, std::move(object), Member::Kind::alternative, *index,
                         name);
    }
    code = "unknown-alternative";
    holder = "'" + to_text(*object, draft_.format) + "'";
  } else if (type.kind == ValueKind::number && type.enumeration) {
    const Enum& enumeration = draft_.format.enums[*type.enumeration];
    if (const auto index = find_named(enumeration.attributes, name, names)) {
      TypedRange value = value_of_attribute(enumeration.attributes[*index].kind);
      if (enumeration.attributes[*index].kind == AttributeKind::number)
        value.values = range_of_attribute(enumeration, *index);
      value.type.is_optional = type.is_optional;
      return make_expression(at.range, value.type, value.values,
                             Attribute{std::move(object), *type.enumeration, *index});
    }
    if (enumeration.refused_attributes.contains(name)) return nullptr;  // reported
    code = "unknown-attribute";
    holder = "enumeration '" + enumeration.name + "'";
  } else if (type.kind == ValueKind::number && type.field) {
    const Body& body = draft_.format.types[*type.type].fields[*type.field].body;
    const auto& flags = std::get<Scalar>(body.kind).flags;
    if (const auto index = find_named(flags, name, names)) {
      const FlagBit& flag = flags[*index];
      const Int128 one = 1;
      TypedRange value{type_of_kind(flag.width == 1 ? ValueKind::boolean : ValueKind::number),
                       {0, (one << flag.width) - 1}};
      return make_member(at.range, value, std::move(object), Member::Kind::flag, *index, name);
    }
    code = "unknown-flag";
    holder = "'" + to_text(*object, draft_.format) + "'";
  }
  const std::string what = code == "unknown-attribute"     ? "attribute"
                           : code == "unknown-flag"        ? "flag"
                           : code == "unknown-alternative" ? "alternative"
                                                           : "field";
  auto& error =
      draft_.error(node.member_range, code, holder + " has no " + what + " '" + name + "'");
  if (auto help = source::did_you_mean(name, names))
    error.help(*help);
  else if (code == "unknown-attribute")
    error.help("declare it in the enumeration's 'attributes'");
  else
    error.help(what_there_is(what, std::move(names)));
  return nullptr;
}

}  // namespace schemac::model
