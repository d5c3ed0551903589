#include "emit/cpp/walk/message_walk.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/list_counts.h"
#include "emit/cpp/steps/list_rules.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/forms.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {
namespace {

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
    out.emit(
        {{"function", function},
         {"check", walk.forms.check(check)},
         {"frame", value.frame},
         {"begin", value.begin},
         {"end", value.end},
         {"set", set}},
        "if (!schemac::impl::$function$(context, $frame$, $check$, $begin$, $end$$set$)) return "
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
  const std::string facts = "schemac::impl::ViewAccess::facts(message, " +
                            std::to_string(facts_before(walk.layout.record(), field.field)) + ")";
  if (scalar != nullptr)
    out.emit(
        {{"name", name},
         {"field", quoted(declared.name)},
         {"if_any", has_element_rules(declared) ? "if (!" + facts + ".holds) [[unlikely]] " : ""},
         {"checks", checks}},
        R"cc(
               $if_any${
                 schemac::impl::Frame each{&frame, $field$, 0};
                 for (auto next = $name$.begin(); next != $name$.end(); ++next, ++each.index) {
                   $checks$;
                 }
               }
             )cc");
  else
    out.emit({{"name", name}, {"field", quoted(declared.name)}, {"checks", checks}},
             R"cc(
               {
                 schemac::impl::Frame each{&frame, $field$, 0};
                 schemac::impl::Region value;
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
  const Value value{
      is_record ? "schemac::impl::Frame{&frame, " + quoted(declared.name) + "}" : "frame",
      local + ".at", local + ".at + " + local + ".value", local + ".value"};
  out.emit({{"local", local},
            {"slot", slot_of(message, field.field)},
            {"checks", [&] { emit_value_check(out, walk, declared.body, value); }}},
           R"cc(
             if (const auto& $local$ = schemac::impl::ViewAccess::slot(message, $slot$); $local$.at != nullptr) {
               $checks$;
             }
           )cc");
}

}  // namespace

// Prints
//
//   inline const std::byte* DescView::walk_(schemac::impl::Context& context, ...) {
//     if (!schemac::impl::find_fields<detail::desc_message>(context, frame, begin, end, fields_))
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
             $inlined$inline const std::byte* $View$::walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
               if (!schemac::impl::find_fields<$form$>(context, frame, begin, end, fields_)) [[unlikely]]
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
           "$View$ $local$(schemac::impl::Origin{context.space()});");
  if (is_seen)
    out.emit({{"View", view_name(record)}}, "$View$& message = seen != nullptr ? *seen : unseen;");
  out.emit(R"cc(
             if (schemac::impl::ViewAccess::walk(message, context, frame, begin, end) == nullptr) [[unlikely]]
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
