#include "emit/cpp/spell/message_names.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::emit::cpp {
namespace {

// Beyond type and number: what isn't usual for the type.
std::string list_arguments(const plan::Plan& plan, const plan::Scalar& scalar,
                           protobuf::Coding coding) {
  const bool is_real = scalar.dtype == Dtype::f32 || scalar.dtype == Dtype::f64;
  const bool is_usual = is_real || coding == protobuf::Coding::varint;
  const std::string closed = is_closed(plan, scalar) ? ", true" : ", false";
  if (!is_usual) return closed + ", " + coding_name(coding);
  return is_closed(plan, scalar) ? closed : "";
}

// What accessors of lists return, by their elements.
struct ListType {
  const Symbols& symbols;
  const plan::MessageField& field;
  const plan::Body& element;

  std::string operator()(const plan::Scalar&) const {
    const std::string numbers = numbers_type(symbols, field);
    return is_multiplied(symbols.field(field.field)) ? "schemac::WithProduct<" + numbers + ">"
                                                     : numbers;
  }
  std::string operator()(const plan::Text&) const {
    return "schemac::MessageTexts<std::string_view>";
  }
  std::string operator()(const plan::Raw& raw) const {
    return "schemac::MessageTexts<" + (raw.free ? free_view(*raw.free) : "schemac::Bytes") + ">";
  }
  std::string operator()(const plan::Nested&) const {
    return "schemac::MessageRange<" + message_view(symbols, element) + ">";
  }
  std::string operator()(const plan::List&) const { return ""; }  // no message has lists of lists
  std::string operator()(const plan::OutsideMessages auto&) const { return ""; }
};

// What accessors return.
struct MessageType {
  const Symbols& symbols;
  plan::FieldId id;

  std::string operator()(const plan::Scalar& scalar) const {
    return number_type_of(symbols.plan(), scalar);
  }
  std::string operator()(const plan::Text&) const { return "std::string_view"; }
  std::string operator()(const plan::Raw& raw) const {
    return raw.free ? free_view(*raw.free) : "schemac::Bytes";
  }
  std::string operator()(const plan::Nested&) const {
    return "schemac::Result<" + message_view(symbols, symbols.field(id).body) + ">";
  }
  std::string operator()(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    return std::visit(ListType{symbols, message_field(*symbols.record().message(), id), element},
                      element.kind);
  }
  std::string operator()(const plan::OutsideMessages auto&) const { return ""; }
};

}  // namespace

bool is_closed(const plan::Plan& plan, const plan::Scalar& scalar) {
  return scalar.enumeration && !plan.enums[*scalar.enumeration].keeps_unknown;
}

std::string number_type_of(const plan::Plan& plan, const plan::Scalar& scalar) {
  return scalar.enumeration ? plan.enums[*scalar.enumeration].name : scalar_type(scalar.dtype);
}

bool has_element_rules(const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const plan::Scalar* scalar = scalar_element(field.body);
  return scalar != nullptr && !scalar->boolean && !list->each.empty() &&
         std::all_of(list->each.begin(), list->each.end(),
                     [](const plan::EachRule& rule) { return is_about_element(rule.condition); });
}
bool is_multiplied(const plan::Field& field) {
  return field.is_multiplied && scalar_element(field.body) != nullptr;
}

std::size_t facts_before(const plan::Record& record, std::optional<plan::FieldId> id) {
  std::size_t count = 0;
  for (const plan::MessageField& each : record.message()->fields) {
    if (each.field == id) break;
    const plan::Field& field = record.fields[each.field];
    count += has_element_rules(field) || is_multiplied(field) ? 1 : 0;
  }
  return count;
}

const plan::MessageField& message_field(const plan::MessageFields& message, plan::FieldId id) {
  return message.fields[slot_of(message, id)];
}

std::string slot_member(const plan::MessageFields& message, plan::FieldId id) {
  return "fields_[" + std::to_string(slot_of(message, id)) + "]";
}

std::string message_view(const Symbols& symbols, const plan::Body& body) {
  return view_name(symbols.plan().records[std::get<plan::Nested>(body.kind).record]);
}

std::string numbers_type(const Symbols& symbols, const plan::MessageField& field) {
  const plan::Scalar& scalar = *scalar_element(symbols.field(field.field).body);
  return "schemac::MessageNumbers<" + number_type_of(symbols.plan(), scalar) + ", " +
         std::to_string(field.number) + list_arguments(symbols.plan(), scalar, field.coding) + ">";
}

bool is_free_value(const plan::Body& body) {
  const auto* raw = std::get_if<plan::Raw>(&body.kind);
  return raw != nullptr && raw->free;
}

namespace {

std::string word_of(protobuf::Coding coding) {
  constexpr const char* names[] = {"varint", "zigzag", "fixed32", "fixed64", "length"};
  return names[static_cast<std::size_t>(coding)];
}

}  // namespace

std::string coding_name(protobuf::Coding coding) {
  return "schemac::protobuf::Coding::" + word_of(coding);
}
std::string inner_coding_name(protobuf::Coding coding) {
  return "schemac::impl::Coding::" + word_of(coding);
}

std::string message_form(const plan::Record& record) {
  return "detail::" + record_name(record) + "_message";
}

std::string slots_type(const plan::Record& record) {
  const std::size_t facts = facts_before(record, std::nullopt);
  return "schemac::impl::FoundFields<" + std::to_string(record.message()->fields.size() + 1) +
         (facts == 0 ? ">" : ", " + std::to_string(facts) + ">");
}

std::size_t slot_of(const plan::MessageFields& message, plan::FieldId field) {
  std::size_t index = 0;
  while (index != message.fields.size() && message.fields[index].field != field) ++index;
  return index;
}

std::string message_accessor_type(const Symbols& symbols, plan::FieldId id) {
  if (symbols.record().message()->unknown == id) return "schemac::Blob";
  return std::visit(MessageType{symbols, id}, symbols.field(id).body.kind);
}

std::string message_presence(const Symbols& symbols, plan::FieldId id) {
  return slot_member(*symbols.record().message(), id) + ".at != nullptr";
}

std::string message_place(const Symbols& symbols, plan::FieldId id, const std::string& view) {
  return "schemac::impl::place_in<" + message_form(symbols.record()) + ", " +
         std::to_string(slot_of(*symbols.record().message(), id)) + ">(" + view + ")";
}

}  // namespace schemac::emit::cpp
