#include "emit/cpp/spell/message_names.h"

#include <string_view>

#include "emit/cpp/names.h"
#include "emit/cpp/public/enums.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/checks.h"

namespace schemac::emit::cpp {
namespace {

// The scalar that a field's values are, or null.
const plan::Scalar* number_of(const plan::Field& field) {
  const plan::Scalar* element = scalar_element(field.body);
  return element != nullptr ? element : std::get_if<plan::Scalar>(&field.body.kind);
}

std::string fits_name(const plan::Scalar& scalar) {
  if (scalar.dtype == Dtype::i32) return "schemac::protobuf::Fits::i32";
  if (scalar.dtype == Dtype::u32) return "schemac::protobuf::Fits::u32";
  if (scalar.dtype == Dtype::bool8) return "schemac::protobuf::Fits::boolean";
  return "";
}

bool is_closed(const plan::Plan& plan, const plan::Scalar& scalar) {
  return scalar.enumeration && !plan.enums[*scalar.enumeration].keeps_unknown;
}

std::string number_type_of(const plan::Plan& plan, const plan::Scalar& scalar) {
  return scalar.enumeration ? plan.enums[*scalar.enumeration].name : scalar_type(scalar.dtype);
}

// Whether all rules about a number of a list are made while it is looked for.
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
// "desc_dims_hold"
std::string rules_function(const plan::Record& record, const plan::Field& field) {
  return record_name(record) + "_" + snake_case(field.identifier) + "_hold";
}

// Prints what each number of a list has to keep to:
//
//   constexpr bool desc_dims_hold(std::uint64_t bits) {
//     const auto element = static_cast<std::int64_t>(bits);
//     return element >= 0;
//   }
void emit_rules_function(Printer& out, const plan::Plan& plan, const plan::Record& record,
                         const plan::Field& field) {
  if (!has_element_rules(field)) return;
  const Layout layout(plan, record);
  Scope scope(layout);
  std::string holds;
  const auto& rules = std::get<plan::List>(field.body.kind).each;
  for (const plan::EachRule& rule : rules)
    holds += (holds.empty() ? "" : " && ") +
             condition_of(rule.condition, scope.spelling(), rules.size() > 1);
  out.emit({{"name", rules_function(record, field)},
            {"type", number_type(*scalar_element(field.body))},
            {"holds", holds}},
           R"cc(
             constexpr bool $name$(std::uint64_t bits) {
               const auto element = static_cast<$type$>(bits);
               return $holds$;
             }
           )cc");
}

// Of which of the lists there are facts, in their order: the number of `id`, or how many.
std::size_t facts_before(const plan::Record& record, std::optional<plan::FieldId> id) {
  std::size_t count = 0;
  for (const plan::MessageField& each : record.message()->fields) {
    if (each.field == id) break;
    const plan::Field& field = record.fields[each.field];
    count += has_element_rules(field) || is_multiplied(field) ? 1 : 0;
  }
  return count;
}

// One row of a form.
void emit_field_form(Printer& out, const plan::Plan& plan, const plan::Record& record,
                     const plan::MessageField& field) {
  const plan::Field& declared = record.fields[field.field];
  const plan::Scalar* scalar = number_of(declared);
  std::string rest;
  if (scalar != nullptr && !fits_name(*scalar).empty()) rest += ", .fits = " + fits_name(*scalar);
  if (field.is_repeated) rest += ", .is_repeated = true";
  rest += ", .name = " + quoted(declared.name);
  if (scalar != nullptr && is_closed(plan, *scalar))
    rest += ", .is_known = &" + known_function(plan.enums[*scalar->enumeration]);
  if (field.missing) rest += ", .missing = &" + plan.checks[*field.missing].identifier;
  if (field.parts) rest += ", .parts = &" + plan.checks[*field.parts].identifier;
  if (is_multiplied(declared)) rest += ", .is_multiplied = true";
  if (is_multiplied(declared) && number_type(*scalar) == "std::int64_t")
    rest += ", .has_sign = true";
  if (has_element_rules(declared)) rest += ", .holds = &" + rules_function(record, declared);
  out.emit({{"number", field.number}, {"coding", coding_name(field.coding)}, {"rest", rest}},
           "{.number = $number$, .coding = $coding$$rest$},");
}

const plan::MessageField& field_of(const plan::MessageFields& message, plan::FieldId id) {
  return message.fields[slot_of(message, id)];
}

std::string slot(const plan::MessageFields& message, plan::FieldId id) {
  return "fields_[" + std::to_string(slot_of(message, id)) + "]";
}

std::string view_of(const Layout& layout, const plan::Body& body) {
  return view_name(layout.plan().records[std::get<plan::Nested>(body.kind).record]);
}

// Beyond type and number: what isn't usual for the type.
std::string list_arguments(const plan::Plan& plan, const plan::Scalar& scalar,
                           protobuf::Coding coding) {
  const bool is_real = scalar.dtype == Dtype::f32 || scalar.dtype == Dtype::f64;
  const bool is_usual = is_real || coding == protobuf::Coding::varint;
  const std::string closed = is_closed(plan, scalar) ? ", true" : ", false";
  if (!is_usual) return closed + ", " + coding_name(coding);
  return is_closed(plan, scalar) ? closed : "";
}

std::string numbers_type(const Layout& layout, const plan::MessageField& field) {
  const plan::Scalar& scalar = *scalar_element(layout.field(field.field).body);
  return "schemac::MessageNumbers<" + number_type_of(layout.plan(), scalar) + ", " +
         std::to_string(field.number) + list_arguments(layout.plan(), scalar, field.coding) + ">";
}

bool is_free(const plan::Body& body) {
  const auto* raw = std::get_if<plan::Raw>(&body.kind);
  return raw != nullptr && raw->free;
}

std::string list_accessor_type(const Layout& layout, const plan::MessageField& field,
                               const plan::Body& element) {
  if (std::holds_alternative<plan::Scalar>(element.kind)) {
    const std::string numbers = numbers_type(layout, field);
    return is_multiplied(layout.field(field.field)) ? "schemac::WithProduct<" + numbers + ">"
                                                    : numbers;
  }
  if (std::holds_alternative<plan::Nested>(element.kind))
    return "schemac::MessageRange<" + view_of(layout, element) + ">";
  if (is_free(element))
    return "schemac::MessageTexts<" + free_view(*std::get<plan::Raw>(element.kind).free) + ">";
  return std::string("schemac::MessageTexts<") + (std::holds_alternative<plan::Text>(element.kind)
                                                      ? "std::string_view>"
                                                      : "schemac::Bytes>");
}

// ---- checks ----

// What is checked of one value; `begin` and `end` are its bytes, `bits` is its number.
struct Value {
  std::string frame, begin, end, bits;
};

bool has_value_check(const plan::Body& body) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind))
    return scalar->boolean.has_value();
  if (const auto* text = std::get_if<plan::Text>(&body.kind))
    return text->encoding_check || text->charset_check || text->empty_check;
  return std::holds_alternative<plan::Nested>(body.kind);
}

void emit_text_check(Printer& out, Walk& walk, const plan::Text& text, const Value& value) {
  if (text.empty_check)
    emit_check(out, walk, *text.empty_check, value.begin + " == " + value.end, value.frame,
               value.begin, "{}");
  const auto check_bytes = [&](const std::string& function, plan::CheckId check,
                               const std::string& set) {
    out.emit({{"function", function},
              {"check", walk.forms.check(check)},
              {"frame", value.frame},
              {"begin", value.begin},
              {"end", value.end},
              {"set", set}},
             "if (!schemac::$function$(context, $frame$, $check$, $begin$, $end$$set$)) return "
             "nullptr;");
  };
  if (text.charset_check && !text.charset.empty())
    check_bytes("check_charset", *text.charset_check,
                ", detail::" + characters_of(walk.plan(), text));
  if (text.encoding_check) check_bytes("check_utf8", *text.encoding_check, "");
}

void emit_value_check(Printer& out, Walk& walk, const plan::Body& body, const Value& value) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) {
    if (scalar->boolean)
      emit_check(out, walk, *scalar->boolean, value.bits + " > 1", value.frame, value.begin,
                 "{" + value.bits + "}");
  } else if (const auto* text = std::get_if<plan::Text>(&body.kind)) {
    emit_text_check(out, walk, *text, value);
  } else if (const auto* nested = std::get_if<plan::Nested>(&body.kind)) {
    // It is known where a message ends: what is wrong in it doesn't end the walk around it.
    out.emit({{"call", record_call(walk, *nested, value.frame, value.begin, value.end)}},
             R"cc(if ($call$ == nullptr && context.stopped()) return nullptr;)cc");
  }
}

void emit_list_check(Printer& out, Walk& walk, const plan::MessageField& field,
                     const plan::List& list) {
  const plan::Field& declared = walk.layout.field(field.field);
  const std::string name = walk.layout.local(field.field);
  const plan::Body& element = list.element.front();
  const auto* scalar = std::get_if<plan::Scalar>(&element.kind);
  out.blank_line();
  out.emit({{"name", name}, {"accessor", declared.identifier}},
           "auto $name$ = message.$accessor$();");
  if (list.elements_check)
    out.emit({{"name", name},
              {"check", walk.forms.check(*list.elements_check)},
              {"at", message_place(walk.layout, field.field, "message")}},
             R"cc(
               if (!context.take_elements($name$.size())) [[unlikely]]
                 return context.refuse($check$, frame, $at$, {$name$.size()});
             )cc");
  emit_count_limits(out, walk, list, name + ".size()",
                    message_place(walk.layout, field.field, "message"));
  if (!has_value_check(element) && list.each.empty()) return;
  const auto checks = [&] {
    if (scalar == nullptr)
      return emit_value_check(out, walk, element, {"each", "value.begin", "value.end", ""});
    emit_value_check(out, walk, element, {"each", "next.place()", "", "next.bits()"});
    if (!list.each.empty())
      out.emit({{"type", number_type(*scalar)}},
               "const auto element = static_cast<$type$>(*next);");
    if (!list.each.empty()) emit_each_rules(out, walk, list, field.field, name, "next.place()");
  };
  const std::string facts = "schemac::ViewAccess::facts(message, " +
                            std::to_string(facts_before(walk.layout.record(), field.field)) + ")";
  if (scalar != nullptr)
    out.emit(
        {{"name", name},
         {"field", quoted(declared.name)},
         {"if_any", has_element_rules(declared) ? "if (!" + facts + ".holds) [[unlikely]] " : ""},
         {"checks", checks}},
        R"cc(
               $if_any${
                 schemac::Frame each{&frame, $field$, 0};
                 for (auto next = $name$.begin(); next != $name$.end(); ++next, ++each.index) {
                   $checks$;
                 }
               }
             )cc");
  else
    out.emit({{"name", name}, {"field", quoted(declared.name)}, {"checks", checks}},
             R"cc(
               {
                 schemac::Frame each{&frame, $field$, 0};
                 schemac::Region value;
                 for (auto values = $name$.values(); values.next(value); ++each.index) {
                   $checks$;
                 }
               }
             )cc");
}

void emit_field_check(Printer& out, Walk& walk, const plan::MessageFields& message,
                      const plan::MessageField& field) {
  const plan::Field& declared = walk.layout.field(field.field);
  if (const auto* list = std::get_if<plan::List>(&declared.body.kind))
    return emit_list_check(out, walk, field, *list);
  if (!has_value_check(declared.body)) return;
  const std::string local = declared.identifier + "_at";
  const bool is_record = std::holds_alternative<plan::Nested>(declared.body.kind);
  const Value value{is_record ? "schemac::Frame{&frame, " + quoted(declared.name) + "}" : "frame",
                    local + ".at", local + ".at + " + local + ".value", local + ".value"};
  out.emit({{"local", local},
            {"slot", slot_of(message, field.field)},
            {"checks", [&] { emit_value_check(out, walk, declared.body, value); }}},
           R"cc(
             if (const auto& $local$ = schemac::ViewAccess::slot(message, $slot$); $local$.at != nullptr) {
               $checks$;
             }
           )cc");
}

}  // namespace

std::string coding_name(protobuf::Coding coding) {
  constexpr const char* names[] = {"varint", "zigzag", "fixed32", "fixed64", "length"};
  return std::string("schemac::protobuf::Coding::") + names[static_cast<std::size_t>(coding)];
}

std::string message_form(const plan::Record& record) {
  return "detail::" + record_name(record) + "_message";
}

void emit_message_forms(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records) {
    const plan::MessageFields* message = record.message();
    if (message == nullptr) continue;
    const auto rows = [&] {
      for (const plan::MessageField& field : message->fields)
        emit_field_form(out, plan, record, field);
    };
    const std::string name = record_name(record) + "_message";
    for (const plan::MessageField& field : message->fields)
      emit_rules_function(out, plan, record, record.fields[field.field]);
    if (!message->fields.empty())
      out.emit({{"name", name}, {"rows", rows}},
               R"cc(
                 inline constexpr schemac::MessageFieldForm $name$_fields[] = {
                     $rows$;
                 };
               )cc");
    out.emit({{"name", name},
              {"fields", message->fields.empty() ? "{}" : name + "_fields"},
              {"malformed", plan.checks[message->malformed].identifier},
              {"depth", plan.checks[message->depth].identifier}},
             "inline constexpr schemac::MessageForm $name${$fields$, &$malformed$, &$depth$};");
  }
}

bool may_stand_in_parts(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    const plan::MessageFields* message = record.message();
    return message != nullptr &&
           std::ranges::any_of(message->fields, [](const plan::MessageField& each) {
             return each.parts.has_value();
           });
  });
}

std::string slots_type(const plan::Record& record) {
  const std::size_t facts = facts_before(record, std::nullopt);
  return "schemac::FoundFields<" + std::to_string(record.message()->fields.size() + 1) +
         (facts == 0 ? ">" : ", " + std::to_string(facts) + ">");
}

std::size_t slot_of(const plan::MessageFields& message, plan::FieldId field) {
  std::size_t index = 0;
  while (index != message.fields.size() && message.fields[index].field != field) ++index;
  return index;
}

std::string message_accessor_type(const Layout& layout, plan::FieldId id) {
  const plan::MessageFields& message = *layout.record().message();
  const plan::Body& body = layout.field(id).body;
  if (message.unknown == id) return "schemac::Blob";
  if (const auto* list = std::get_if<plan::List>(&body.kind))
    return list_accessor_type(layout, field_of(message, id), list->element.front());
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind))
    return number_type_of(layout.plan(), *scalar);
  if (std::holds_alternative<plan::Nested>(body.kind))
    return "schemac::Result<" + view_of(layout, body) + ">";
  if (is_free(body)) return free_view(*std::get<plan::Raw>(body.kind).free);
  return std::holds_alternative<plan::Text>(body.kind) ? "std::string_view" : "schemac::Bytes";
}

void emit_message_accessor(Printer& out, const Layout& layout, plan::FieldId id) {
  const plan::MessageFields& message = *layout.record().message();
  const plan::Field& field = layout.field(id);
  const std::string place = slot(message, id);
  const std::string name = quoted(field.name);
  if (message.unknown == id) {
    out.emit({{"form", message_form(layout.record())}, {"slot", place}},
             "return schemac::unknown_fields($form$, $slot$, end_);");
  } else if (const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind)) {
    const std::string type = number_type_of(layout.plan(), *scalar);
    const model::Int128 otherwise = field.default_value.value_or(0);
    if (field_of(message, id).missing)
      return out.emit({{"type", type}, {"slot", place}},
                      "return schemac::required_number_in<$type$>($slot$);");
    std::string rest;
    if (otherwise != 0) rest = ", static_cast<" + type + ">(" + literal(otherwise) + ")";
    out.emit({{"type", type}, {"slot", place}, {"rest", rest}},
             "return schemac::number_in<$type$>($slot$$rest$);");
  } else if (const auto* list = std::get_if<plan::List>(&field.body.kind)) {
    const plan::MessageField& tag = field_of(message, id);
    const std::string type = message_accessor_type(layout, id);
    if (std::holds_alternative<plan::Nested>(list->element.front().kind))
      out.emit({{"type", type},
                {"View", view_of(layout, list->element.front())},
                {"name", name},
                {"number", tag.number},
                {"slot", place}},
               "return $type$($View$(origin_.list($name$)), origin_.list($name$), $number$, "
               "$slot$, end_);");
    else if (is_multiplied(field))
      out.emit({{"type", type},
                {"numbers", numbers_type(layout, tag)},
                {"slot", place},
                {"facts", facts_before(layout.record(), id)}},
               "return $type$($numbers$($slot$, end_), fields_.facts[$facts$].product);");
    else if (scalar_element(field.body) != nullptr)
      out.emit({{"type", type}, {"slot", place}}, "return $type$($slot$, end_);");
    else
      out.emit({{"type", type}, {"number", tag.number}, {"slot", place}},
               "return $type$($number$, $slot$, end_);");
  } else if (std::holds_alternative<plan::Nested>(field.body.kind)) {
    out.emit({{"View", view_of(layout, field.body)}, {"name", name}, {"slot", place}},
             R"cc(
               if ($slot$.at == nullptr) [[unlikely]] return schemac::absent_at(origin_, $name$, begin_);
               return schemac::record_in($View$(origin_.of($name$)), {origin_, $name$}, schemac::region_in($slot$));
             )cc");
  } else if (is_free(field.body)) {
    out.emit({{"View", free_view(*std::get<plan::Raw>(field.body.kind).free)}, {"slot", place}},
             "return $View$(schemac::bytes_in($slot$), false);");
  } else {
    out.emit(
        {{"function", std::holds_alternative<plan::Text>(field.body.kind) ? "text_in" : "bytes_in"},
         {"slot", place}},
        "return schemac::$function$($slot$);");
  }
}

std::string message_presence(const Layout& layout, plan::FieldId id) {
  return slot(*layout.record().message(), id) + ".at != nullptr";
}

std::string message_place(const Layout& layout, plan::FieldId id, const std::string& view) {
  return "schemac::place_in<" + message_form(layout.record()) + ", " +
         std::to_string(slot_of(*layout.record().message(), id)) + ">(" + view + ")";
}

// Prints
//
//   inline const std::byte* DescView::walk_(schemac::Context& context, ...) {
//     if (!schemac::find_fields<detail::desc_message>(context, frame, begin, end, fields_))
//       return nullptr;
//     ...
//   }
void emit_message_walk(Printer& out, const Layout& layout) {
  const plan::Record& record = layout.record();
  out.blank_line();
  out.emit({{"inlined", record.is_recursive ? "" : "[[gnu::always_inline]] "},
            {"View", view_name(record)},
            {"form", message_form(record)}},
           R"cc(
             $inlined$inline const std::byte* $View$::walk_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end) {
               if (!schemac::find_fields<$form$>(context, frame, begin, end, fields_)) [[unlikely]]
                 return nullptr;
               begin_ = begin;
               end_ = end;
               return end;
             }
           )cc");
}

void emit_message_check(Printer& out, const Layout& layout, Forms& forms, Mode mode) {
  const plan::Record& record = layout.record();
  const plan::MessageFields& message = *record.message();
  Scope scope(layout, std::string("message."));
  Walk walk{layout, scope, forms, Mode::check};
  const bool is_seen = record.is_looked_into;
  out.emit({{"View", view_name(record)}, {"local", is_seen ? "unseen" : "message"}},
           "$View$ $local$(schemac::Origin{context.space()});");
  if (is_seen)
    out.emit({{"View", view_name(record)}}, "$View$& message = seen != nullptr ? *seen : unseen;");
  out.emit(R"cc(
             if (schemac::ViewAccess::walk(message, context, frame, begin, end) == nullptr) [[unlikely]]
               return nullptr;
           )cc");
  for (const plan::MessageField& field : message.fields)
    emit_field_check(out, walk, message, field);
  for (const plan::Item& item : record.items)
    if (const auto* require = std::get_if<plan::Require>(&item)) emit_require(out, walk, *require);
  if (mode == Mode::read)
    out.emit("if (!read_value(reader, message, out)) [[unlikely]] return nullptr;");
  out.blank_line();
  out.emit("return end;");
}

}  // namespace schemac::emit::cpp
