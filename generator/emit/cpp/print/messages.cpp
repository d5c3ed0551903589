// Messages, in protobuf's wire form: their view finds all fields, then each is looked at.
#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/wire/checks.h"
#include "model/overload.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/item_needs.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::FindFields&) {
  const plan::Record& record = *routine_.record;
  const bool is_seen = routine_.kept.has_value();
  out_.emit({{"View", view_name(record)}, {"local", is_seen ? "unseen" : "message"}},
            "$View$ $local$(schemac::impl::Origin{context.space()});");
  if (is_seen)
    out_.emit({{"View", view_name(record)}}, "$View$& message = seen != nullptr ? *seen : unseen;");
  out_.emit(R"cc(
    if (schemac::impl::ViewAccess::walk(message, context, frame, begin, end) == nullptr)
      return nullptr;
  )cc");
}

void StepPrinter::print(const steps::CheckValue& step) {
  const plan::Field& of = field(step.field);
  const std::string local = of.identifier + "_at";
  const bool is_record = std::holds_alternative<plan::Nested>(of.body.kind);
  const Value value{is_record ? "schemac::impl::Frame{&frame, " + quoted(of.name) + "}" : "frame",
                    local + ".at", local + ".at + " + local + ".value", local + ".value"};
  out_.emit({{"local", local},
             {"slot", slot_of(*routine_.record->message(), step.field)},
             {"checks", [&] { print_value(of.body, value); }}},
            R"cc(
              if (const auto& $local$ = schemac::impl::ViewAccess::slot(message, $slot$); $local$.at != nullptr) {
                $checks$;
              }
            )cc");
}

void StepPrinter::print_value(const plan::Body& body, const Value& value) {
  std::visit(model::Overload{
                 [&](const plan::Scalar& scalar) { print_boolean(scalar, value); },
                 [&](const plan::Text& text) { print_text(text, value); },
                 [](const plan::Raw&) {},
                 [&](const plan::Nested& nested) { print_message(nested, value); },
                 [](const plan::List&) {},  // each element is a value
                 [](const plan::OutsideMessages auto&) {},
             },
             body.kind);
}

void StepPrinter::print_boolean(const plan::Scalar& scalar, const Value& value) {
  if (scalar.boolean)
    out_.emit(
        {{"bits", value.bits},
         {"check", forms_.check(*scalar.boolean)},
         {"frame", value.frame},
         {"at", value.begin}},
        R"cc(if ($bits$ > 1 && !context.note($check$, $frame$, $at$, {$bits$})) [[unlikely]] return nullptr;)cc");
}

// It is known where a message ends: what is wrong in it doesn't end the walk around it.
void StepPrinter::print_message(const plan::Nested& nested, const Value& value) {
  steps::Call call;
  call.nested = &nested;
  call.args = nested.args;
  out_.emit({{"call", call_of(call, value.frame, value.begin, value.end, "", "")}},
            R"cc(if ($call$ == nullptr && context.stopped()) return nullptr;)cc");
}

void StepPrinter::print_text(const plan::Text& text, const Value& value) {
  if (text.empty_check)
    out_.emit(
        {{"begin", value.begin},
         {"end", value.end},
         {"check", forms_.check(*text.empty_check)},
         {"frame", value.frame}},
        R"cc(if ($begin$ == $end$ && !context.note($check$, $frame$, $begin$, {})) [[unlikely]] return nullptr;)cc");
  const auto check_bytes = [&](const std::string& function, plan::CheckId check,
                               const std::string& set) {
    out_.emit(
        {{"function", function},
         {"check", forms_.check(check)},
         {"frame", value.frame},
         {"begin", value.begin},
         {"end", value.end},
         {"set", set}},
        "if (!schemac::impl::$function$(context, $frame$, $check$, $begin$, $end$$set$)) return "
        "nullptr;");
  };
  if (text.charset_check && !text.charset.empty())
    check_bytes("check_charset", *text.charset_check, ", detail::" + characters_of(plan_, text));
  if (text.encoding_check) check_bytes("check_utf8", *text.encoding_check, "");
}

// Whether the check of a message needs nothing but its bytes.
bool StepPrinter::is_checked_alone(const plan::Nested& nested) const {
  const plan::Record& record = plan_.records[nested.record];
  return nested.args.empty() && nested.sections.empty() && !record.is_shown &&
         !key_of(plan_, nested.record);
}

void StepPrinter::print(const steps::CheckValues& step) {
  const plan::Field& of = field(step.field);
  const std::string name = symbols_.local(step.field);
  const plan::Body& element = step.list->element.front();
  out_.blank_line();
  out_.emit({{"name", name}, {"accessor", of.identifier}}, "auto $name$ = message.$accessor$();");
  counted_ = name + ".size()";
  print(step.counted);
  counted_.clear();
  std::visit(model::Overload{
                 [&](const plan::Scalar& scalar) { print_numbers(step, scalar); },
                 [&](const plan::Text&) { print_values(step, element); },
                 [](const plan::Raw&) {},
                 [&](const plan::Nested& nested) {
                   is_checked_alone(nested) ? print_each_alone(step, nested)
                                            : print_values(step, element);
                 },
                 [](const plan::List&) {},  // no message has lists of lists
                 [](const plan::OutsideMessages auto&) {},
             },
             element.kind);
}

void StepPrinter::print_each_alone(const steps::CheckValues& step, const plan::Nested& nested) {
  out_.emit(
      {{"record", record_name(plan_.records[nested.record])},
       {"name", symbols_.local(step.field)},
       {"field", quoted(field(step.field).name)}},
      "if (!schemac::impl::check_each<detail::check_$record$>(context, frame, $field$, $name$)) "
      "return nullptr;");
}

void StepPrinter::print_values(const steps::CheckValues& step, const plan::Body& element) {
  const std::string each = frame(step.frame);
  out_.emit({{"name", symbols_.local(step.field)},
             {"field", quoted(field(step.field).name)},
             {"each", each},
             {"checks",
              [&] {
                print_value(element, {each, "value.begin", "value.end", ""});
              }}},
            R"cc(
              {
                schemac::impl::Frame $each${&frame, $field$, 0};
                schemac::impl::Region value;
                for (auto values = $name$.values(); values.next(value); ++$each$.index) {
                  $checks$;
                }
              }
            )cc");
}

void StepPrinter::print_numbers(const steps::CheckValues& step, const plan::Scalar& scalar) {
  const plan::Field& of = field(step.field);
  const std::string name = symbols_.local(step.field);
  const std::string each = frame(step.frame);
  if (!scalar.boolean && step.rules.empty()) return;
  const std::string facts = "schemac::impl::ViewAccess::facts(message, " +
                            std::to_string(facts_before(*routine_.record, step.field)) + ")";
  const auto checks = [&] {
    print_value(step.list->element.front(), {each, "next.place()", "", "next.bits()"});
    if (step.rules.empty()) return;
    const auto is_asked = [](const steps::ElementRule& rule) {
      const auto asks_element = [](const Expr& expr) { return asks(expr, plan::Op::element); };
      return asks_element(rule.holds) || std::ranges::any_of(rule.facts, asks_element);
    };
    if (std::ranges::any_of(step.rules, is_asked))
      out_.emit({{"type", number_type(scalar)}},
                "const auto element = static_cast<$type$>(*next);");
    element_place_ = "next.place()";
    asked_list_ = step.field;
    print_rules(step.rules, "element", each + ".index",
                "(" + each + ".index + 1 == " + name + ".size())");
    asked_list_.reset();
    element_place_.clear();
  };
  out_.emit({{"name", name},
             {"field", quoted(of.name)},
             {"each", each},
             {"if_any", has_element_rules(of) ? "if (!" + facts + ".holds) [[unlikely]] " : ""},
             {"checks", checks}},
            R"cc(
              $if_any${
                schemac::impl::Frame $each${&frame, $field$, 0};
                for (auto next = $name$.begin(); next != $name$.end(); ++next, ++$each$.index) {
                  $checks$;
                }
              }
            )cc");
}

}  // namespace schemac::emit::cpp
