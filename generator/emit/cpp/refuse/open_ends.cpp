#include "emit/cpp/refuse/open_ends.h"

#include <functional>
#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/types.h"
#include "plan/facts/open_ends.h"

namespace schemac::emit::cpp {
namespace {

// Whether `x`, which is in a field, is open: an expression.
struct OpenText {
  const WriteScope& scope;
  plan::FieldId field;
  std::function<std::string()> x;

  [[nodiscard]] std::string inner(const plan::Body& body, const std::string& of) const {
    return std::visit(OpenText{scope, field, [&] { return of; }}, body.kind);
  }
  static std::string word(bool is_open) { return is_open ? "true" : "false"; }

  std::string operator()(const plan::Scalar&) const { return "false"; }
  std::string operator()(const plan::Constant&) const { return "false"; }
  std::string operator()(const plan::Array&) const { return "false"; }
  std::string operator()(const plan::Text& text) const { return word(plan::is_open(text)); }
  std::string operator()(const plan::Raw& raw) const { return word(plan::is_open(raw)); }
  std::string operator()(const plan::Nested& nested) const {
    const plan::Record& record = scope.plan().records[nested.record];
    if (nested.json || record.message() != nullptr) return "true";
    return record.may_be_open ? "is_open(" + x() + ")" : "false";
  }
  std::string operator()(const plan::List& list) const {
    if (plan::is_open(list)) return "true";
    std::string text =
        list.is_counted ? "!(" + condition_of(*list.is_counted, scope.inline_spelling()) + ")" : "";
    if (list.has_slack) return text + (text.empty() ? "" : " || ") + "!" + access(x(), "empty()");
    if (!list.may_be_open) return text.empty() ? "false" : text;
    const std::string open = inner(list.element.front(), "each");
    return text + (text.empty() ? "" : " || ") +
           (open == "true" ? "!" + x() + ".empty()"
                           : "[&] { for (const auto& each : " + x() + ") { if (" + open +
                                 ") return true; } return false; }()");
  }
  std::string operator()(const plan::Switch& choice) const {
    const auto types = alternative_types(scope.plan(), scope.record(), scope.field(field), choice);
    std::string text;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const plan::Body& body = choice.alternatives[i].body.front();
      if (!plan::may_be_open(scope.plan(), body)) continue;
      const std::string type = qualified_type(scope.record(), types[i]);
      const std::string held = "std::get<" + type + ">(" + x() + ")";
      const std::string open = inner(body, types[i].is_wrapped ? held + ".value" : held);
      const std::string is_held = "std::holds_alternative<" + type + ">(" + x() + ")";
      text += (text.empty() ? "" : " || ") +
              (open == "true" ? is_held : "(" + is_held + " && (" + open + "))");
    }
    return text.empty() ? "false" : text;
  }
};

void add_records(const plan::Plan& plan, const plan::Body& body, std::vector<bool>& asked);

void add_record(const plan::Plan& plan, plan::RecordId id, std::vector<bool>& asked) {
  const plan::Record& record = plan.records[id];
  if (asked[id] || !record.may_be_open || record.message() != nullptr) return;
  asked[id] = true;
  plan::for_each_unsized(record, [&](plan::FieldId field) {
    if (!record.fields[field].codec) add_records(plan, record.fields[field].body, asked);
  });
}

// The records in a body of which it is asked whether they are open.
void add_records(const plan::Plan& plan, const plan::Body& body, std::vector<bool>& asked) {
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind);
      nested != nullptr && !nested->json)
    add_record(plan, nested->record, asked);
  if (const auto* list = std::get_if<plan::List>(&body.kind))
    add_records(plan, list->element.front(), asked);
  if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
    for (const plan::Alternative& each : choice->alternatives)
      add_records(plan, each.body.front(), asked);
}

// The same of the elements of all lists in a body.
void add_elements(const plan::Plan& plan, const plan::Body& body, std::vector<bool>& asked) {
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    if (list->may_be_open) add_records(plan, list->element.front(), asked);
    add_elements(plan, list->element.front(), asked);
  }
  if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
    for (const plan::Alternative& each : choice->alternatives)
      add_elements(plan, each.body.front(), asked);
}

std::string open_fields(const WriteScope& scope) {
  std::string text;
  plan::for_each_unsized(scope.record(), [&](plan::FieldId id) {
    const plan::Field& field = scope.field(id);
    const auto x = [&] { return field.has_member() ? scope.content(id) : std::string(); };
    const bool is_made_by_codec =
        field.codec && std::holds_alternative<plan::Nested>(field.body.kind);
    const std::string open = is_made_by_codec ? OpenText::word(plan::is_open(scope.plan(), field))
                                              : std::visit(OpenText{scope, id, x}, field.body.kind);
    if (open == "false") return;
    const std::string there = field.is_optional() ? scope.member(id) + ".has_value()" : "";
    const bool is_sure = open == "true";
    text += (text.empty() ? "" : " || ") + (there.empty() ? open
                                            : is_sure     ? there
                                                          : "(" + there + " && (" + open + "))");
  });
  return text.empty() ? "false" : text;
}

}  // namespace

// For `Row` it prints
//
//   inline bool is_open(const Row& value) {
//     return (std::holds_alternative<schemac::Bytes>(value.rest));
//   }
void emit_open_functions(Printer& out, const plan::Plan& plan) {
  std::vector<bool> asked(plan.records.size());
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields) add_elements(plan, field.body, asked);
  for (plan::RecordId id = 0; id < asked.size(); ++id)
    if (asked[id])
      out.emit({{"Type", plan.records[id].name}},
               R"cc(inline bool is_open(const $Type$& value);)cc");
  for (plan::RecordId id = 0; id < asked.size(); ++id) {
    if (!asked[id]) continue;
    const WriteScope scope(plan, plan.records[id]);
    const std::string open = open_fields(scope);
    out.emit({{"value", scope.parameter("const " + plan.records[id].name + "&", "value")},
              {"open", open}},
             R"cc(
               inline bool is_open($value$) { return $open$; }
             )cc");
  }
}

void emit_open_check(Printer& out, const CheckedBody& at, const plan::List& list,
                     const std::string& frame, const std::string& name) {
  const plan::Body& element = list.element.front();
  const std::string own = "element";
  const std::string open =
      std::visit(OpenText{at.scope, at.field, [&] { return own; }}, element.kind);
  const auto* nested = std::get_if<plan::Nested>(&element.kind);
  if (nested != nullptr && list.order_by) {
    const plan::Record& record = at.scope.plan().records[nested->record];
    return out.emit({{"list", at.x()},
                     {"data", access(at.x(), "data()")},
                     {"Type", record.name},
                     {"key", record.name + "::" + record.fields[*list.order_by].identifier},
                     {"size", at.scope.size_of(at.field, element, own)},
                     {"open", open},
                     {"frame", frame},
                     {"path", quoted(name)}},
                    R"(
          {
            bool is_over = false;
            const $Type$* swallowed = nullptr;
            schemac::impl::for_each_in_order($list$, &$key$, false, [&](const $Type$& element) {
              if (is_over && swallowed == nullptr && $size$ != 0) swallowed = &element;
              is_over = is_over || $open$;
            });
            if (swallowed != nullptr)
              return out.reject_at(schemac::impl::refusals::swallowed, {&$frame$, $path$, static_cast<std::size_t>(swallowed - $data$)}, "");
          }
        )");
  }
  // Of elements that come one by one, more follow those at hand, unless these are the last.
  const bool is_in_pieces = is_streamed(at.scope, at.field);
  const auto more = [&] {
    if (is_in_pieces)
      out.emit({{"held", access(at.x(), "size()")}, {"frame", frame}, {"path", quoted(name)}},
               R"cc(
            if (is_over && index < $held$)
              return out.reject_at(schemac::impl::refusals::swallowed, {&$frame$, $path$, index}, "");
          )cc");
  };
  out.emit({{"list", at.x()},
            {"first", is_in_pieces ? "schemac::impl::first_index(" + at.x() + ")" : "0"},
            {"more", more},
            {"size", at.scope.size_of(at.field, element, own)},
            {"open", open},
            {"frame", frame},
            {"path", quoted(name)}},
           R"(
             {
               bool is_over = false;
               std::size_t index = $first$;
               for (const auto& element : $list$) {
                 if (is_over && $size$ != 0)
                   return out.reject_at(schemac::impl::refusals::swallowed, {&$frame$, $path$, index}, "");
                 is_over = is_over || $open$;
                 ++index;
               }
               $more$;
             }
           )");
}

}  // namespace schemac::emit::cpp
