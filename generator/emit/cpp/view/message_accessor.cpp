#include "emit/cpp/view/message_accessor.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"

namespace schemac::emit::cpp {

void emit_message_accessor(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::MessageFields& message = *symbols.record().message();
  const plan::Field& field = symbols.field(id);
  const std::string slot = slot_member(message, id);
  const std::string name = quoted(field.name);
  if (message.unknown == id) {
    out.emit({{"form", message_form(symbols.record())}, {"slot", slot}},
             "return schemac::impl::unknown_fields($form$, $slot$, end_);");
  } else if (const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind)) {
    const std::string type = number_type_of(symbols.plan(), *scalar);
    const model::Int128 otherwise = field.default_value.value_or(0);
    if (message_field(message, id).missing)
      return out.emit({{"type", type}, {"slot", slot}},
                      "return schemac::impl::required_number_in<$type$>($slot$);");
    std::string rest;
    if (otherwise != 0) rest = ", static_cast<" + type + ">(" + literal(otherwise) + ")";
    out.emit({{"type", type}, {"slot", slot}, {"rest", rest}},
             "return schemac::impl::number_in<$type$>($slot$$rest$);");
  } else if (const auto* list = std::get_if<plan::List>(&field.body.kind)) {
    const plan::MessageField& tag = message_field(message, id);
    const std::string type = message_accessor_type(symbols, id);
    if (std::holds_alternative<plan::Nested>(list->element.front().kind))
      out.emit({{"type", type},
                {"View", message_view(symbols, list->element.front())},
                {"name", name},
                {"number", tag.number},
                {"slot", slot}},
               "return $type$($View$(origin_.list($name$)), origin_.list($name$), $number$, "
               "$slot$, end_);");
    else if (is_multiplied(field))
      out.emit({{"type", type},
                {"numbers", numbers_type(symbols, tag)},
                {"slot", slot},
                {"facts", facts_before(symbols.record(), id)}},
               "return $type$($numbers$($slot$, end_), fields_.facts[$facts$].product);");
    else if (scalar_element(field.body) != nullptr)
      out.emit({{"type", type}, {"slot", slot}}, "return $type$($slot$, end_);");
    else
      out.emit({{"type", type}, {"number", tag.number}, {"slot", slot}},
               "return $type$($number$, $slot$, end_);");
  } else if (std::holds_alternative<plan::Nested>(field.body.kind)) {
    out.emit({{"View", message_view(symbols, field.body)}, {"name", name}, {"slot", slot}},
             R"cc(
               if ($slot$.at == nullptr) [[unlikely]] return schemac::impl::absent_at(origin_, $name$, begin_);
               return schemac::impl::record_in($View$(origin_.of($name$)), {origin_, $name$}, schemac::impl::region_in($slot$));
             )cc");
  } else if (is_free_value(field.body)) {
    out.emit({{"View", free_view(*std::get<plan::Raw>(field.body.kind).free)}, {"slot", slot}},
             "return $View$(schemac::impl::bytes_in($slot$), false);");
  } else {
    out.emit(
        {{"function", std::holds_alternative<plan::Text>(field.body.kind) ? "text_in" : "bytes_in"},
         {"slot", slot}},
        "return schemac::impl::$function$($slot$);");
  }
}

}  // namespace schemac::emit::cpp
