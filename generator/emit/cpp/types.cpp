#include "emit/cpp/types.h"

#include <algorithm>

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

// The type of one kind of body; one overload a kind.
struct TypeOf {
  const plan::Plan& plan;
  const plan::Record& record;
  const plan::Field& field;

  std::string operator()(const plan::Scalar& scalar) const {
    return scalar.enumeration ? plan.enums[*scalar.enumeration].name : scalar_type(scalar.dtype);
  }
  std::string operator()(const plan::Constant&) const { return "std::monostate"; }
  std::string operator()(const plan::Text&) const { return "std::string"; }
  std::string operator()(const plan::Raw& raw) const {
    return raw.free ? "schemac::Free" : "schemac::Blob";
  }
  std::string operator()(const plan::Array& array) const {
    return array.dims ? "schemac::Blob" : "schemac::Scalar";
  }
  std::string operator()(const plan::Nested& nested) const {
    return plan.records[nested.record].name;
  }
  std::string operator()(const plan::List& list) const {
    return "std::vector<" + value_type(plan, record, field, list.element.front()) + ">";
  }
  std::string operator()(const plan::Switch&) const { return variant_name(plan, field); }
};

}  // namespace

std::string value_type(const plan::Plan& plan, const plan::Record& record, const plan::Field& field,
                       const plan::Body& body) {
  return std::visit(TypeOf{plan, record, field}, body.kind);
}

std::string member_type(const plan::Plan& plan, const plan::Record& record,
                        const plan::Field& field) {
  const std::string type =
      field.codec ? "schemac::Coded" : value_type(plan, record, field, field.body);
  return field.is_optional() || field.may_be_unknown() ? "std::optional<" + type + ">" : type;
}

namespace {

// What a class can't call a type of its own: itself, and what its members are of.
bool is_type(const plan::Plan& plan, const std::string& name) {
  return std::ranges::any_of(plan.records, [&](const auto& each) { return each.name == name; }) ||
         std::ranges::any_of(plan.enums, [&](const auto& each) { return each.name == name; });
}

}  // namespace

std::string variant_name(const plan::Plan& plan, const plan::Field& field) {
  const std::string name = camel_case(field.identifier);
  return is_type(plan, name) ? name + "Choice" : name;
}

std::vector<AlternativeType> alternative_types(const plan::Plan& plan, const plan::Record& record,
                                               const plan::Field& field,
                                               const plan::Switch& choice) {
  std::vector<AlternativeType> types;
  for (const plan::Alternative& alternative : choice.alternatives) {
    const std::string inner = value_type(plan, record, field, alternative.body.front());
    types.push_back({inner, inner, false});
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto same = std::ranges::count(types, types[i].inner, &AlternativeType::inner);
    if (same < 2) continue;
    types[i].type = camel_case(choice.alternatives[i].identifier);
    if (is_type(plan, types[i].type) || types[i].type == variant_name(plan, field))
      types[i].type += "Value";
    types[i].is_wrapped = true;
  }
  return types;
}

std::string qualified_type(const plan::Record& record, const AlternativeType& alternative) {
  return alternative.is_wrapped ? record.name + "::" + alternative.type : alternative.type;
}

const plan::Switch* switch_of(const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  return std::get_if<plan::Switch>(list != nullptr ? &list->element.front().kind
                                                   : &field.body.kind);
}

}  // namespace schemac::emit::cpp
