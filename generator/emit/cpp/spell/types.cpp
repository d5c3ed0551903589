#include "emit/cpp/spell/types.h"

#include <algorithm>
#include <map>
#include <string_view>

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
  std::string operator()(const plan::Switch&) const { return variant_name(plan, record, field); }
};

// The types that a record declares inside of it: a variant for each field that is one of several,
// and structs around alternatives of equal types. They differ from each other, from the members
// and from all other types.
struct InnerTypes {
  std::vector<std::string> variants;                   // by FieldId
  std::vector<std::vector<std::string>> alternatives;  // of each; empty for those that need none
};

std::vector<std::string> plain_types(const plan::Plan& plan, const plan::Record& record,
                                     const plan::Field& field, const plan::Switch& choice) {
  std::vector<std::string> types;
  for (const plan::Alternative& alternative : choice.alternatives)
    types.push_back(value_type(plan, record, field, alternative.body.front()));
  return types;
}

InnerTypes inner_types(const plan::Plan& plan, const plan::Record& record) {
  plan::UniqueNames names(plan.type_names);
  for (const plan::Field& each : record.fields) names.take(each.identifier);
  const auto add = [&](const std::string& name, const std::string& otherwise) {
    return names.is_taken(name) ? names.add(otherwise) : names.add(name);
  };
  InnerTypes found{std::vector<std::string>(record.fields.size()), {}};
  found.alternatives.resize(record.fields.size());
  for (std::size_t id = 0; id < record.fields.size(); ++id) {
    const std::string name = plan::camel_identifier(record.fields[id].identifier);
    if (plan::switch_of(record.fields[id]) != nullptr)
      found.variants[id] = add(name, name + "Choice");
  }
  for (std::size_t id = 0; id < record.fields.size(); ++id) {
    const plan::Switch* choice = plan::switch_of(record.fields[id]);
    if (choice == nullptr) continue;
    const auto types = plain_types(plan, record, record.fields[id], *choice);
    std::map<std::string_view, std::size_t> uses;
    for (const std::string& type : types) ++uses[type];
    for (std::size_t i = 0; i < types.size(); ++i) {
      const std::string name = plan::camel_identifier(choice->alternatives[i].identifier);
      const bool is_alone = uses[types[i]] == 1;
      found.alternatives[id].push_back(is_alone ? "" : add(name, name + "Value"));
    }
  }
  return found;
}

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

std::string variant_name(const plan::Plan& plan, const plan::Record& record,
                         const plan::Field& field) {
  return inner_types(plan, record).variants[id_of(record, field)];
}

std::vector<AlternativeType> alternative_types(const plan::Plan& plan, const plan::Record& record,
                                               const plan::Field& field,
                                               const plan::Switch& choice) {
  const auto names = inner_types(plan, record).alternatives[id_of(record, field)];
  std::vector<AlternativeType> types;
  for (const std::string& inner : plain_types(plan, record, field, choice)) {
    const std::string& name = names[types.size()];
    types.push_back({name.empty() ? inner : name, inner, !name.empty()});
  }
  return types;
}

std::string qualified_type(const plan::Record& record, const AlternativeType& alternative) {
  return alternative.is_wrapped ? record.name + "::" + alternative.type : alternative.type;
}

}  // namespace schemac::emit::cpp
