#include "emit/cpp/view/message_accessor.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::emit::cpp {

namespace {

// What the accessor of a field of a message returns. One overload a kind of body.
struct MessageAccessor {
  Printer& out;
  const Symbols& symbols;
  plan::FieldId id;
  const plan::MessageField& tag;
  std::string slot;

  [[nodiscard]] const plan::Field& field() const { return symbols.field(id); }
  [[nodiscard]] std::string name() const { return quoted(field().name); }

  void operator()(const plan::Scalar& scalar) const {
    const std::string type = number_type_of(symbols.plan(), scalar);
    const model::Int128 otherwise = field().default_value.value_or(0);
    if (tag.missing)
      return out.emit({{"type", type}, {"slot", slot}},
                      "return schemac::impl::required_number_in<$type$>($slot$);");
    std::string rest;
    if (otherwise != 0) rest = ", static_cast<" + type + ">(" + literal(otherwise) + ")";
    out.emit({{"type", type}, {"slot", slot}, {"rest", rest}},
             "return schemac::impl::number_in<$type$>($slot$$rest$);");
  }
  void operator()(const plan::Text&) const {
    out.emit({{"slot", slot}}, "return schemac::impl::text_in($slot$);");
  }
  void operator()(const plan::Raw& raw) const {
    if (!raw.free) return out.emit({{"slot", slot}}, "return schemac::impl::bytes_in($slot$);");
    out.emit({{"View", free_view(*raw.free)}, {"slot", slot}},
             "return $View$(schemac::impl::bytes_in($slot$), false);");
  }
  void operator()(const plan::Nested&) const {
    out.emit({{"View", message_view(symbols, field().body)}, {"name", name()}, {"slot", slot}},
             R"cc(
               return schemac::impl::message_in<$View$>({origin_, $name$}, $slot$, begin_);
             )cc");
  }
  void operator()(const plan::List& list) const {
    const std::string type = message_accessor_type(symbols, id);
    const plan::Body& element = list.element.front();
    if (std::holds_alternative<plan::Nested>(element.kind))
      out.emit({{"type", type},
                {"View", message_view(symbols, element)},
                {"name", name()},
                {"number", tag.number},
                {"slot", slot}},
               "return $type$($View$(origin_.list($name$)), origin_.list($name$), $number$, "
               "$slot$, end_);");
    else if (is_multiplied(field()))
      out.emit({{"type", type},
                {"numbers", numbers_type(symbols, tag)},
                {"slot", slot},
                {"facts", facts_before(symbols.record(), id)}},
               "return $type$($numbers$($slot$, end_), fields_.facts[$facts$].product);");
    else if (scalar_element(list) != nullptr)
      out.emit({{"type", type}, {"slot", slot}}, "return $type$($slot$, end_);");
    else
      out.emit({{"type", type}, {"number", tag.number}, {"slot", slot}},
               "return $type$($number$, $slot$, end_);");
  }
  void operator()(const plan::OutsideMessages auto&) const {}
};

}  // namespace

void emit_message_accessor(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::MessageFields& message = *symbols.record().message();
  const std::string slot = slot_member(message, id);
  if (message.unknown == id)
    return out.emit({{"form", message_form(symbols.record())}, {"slot", slot}},
                    "return schemac::impl::unknown_fields($form$, $slot$, end_);");
  std::visit(MessageAccessor{out, symbols, id, message_field(message, id), slot},
             symbols.field(id).body.kind);
}

}  // namespace schemac::emit::cpp
