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

// "a || b".
std::string any_of(const std::vector<std::string>& conditions) {
  std::string text;
  for (const std::string& each : conditions) text += (text.empty() ? "" : " || ") + each;
  return text;
}

// Whether a body is there, and open.
std::string if_there(const std::string& is_there, const plan::Body& body, const std::string& open) {
  return body.open_end == plan::OpenEnd::always ? is_there : "(" + is_there + " && (" + open + "))";
}

// Whether `x`, which is in a field, is open: an expression.
struct OpenText {
  const WriteScope& scope;
  plan::FieldId field;
  plan::OpenEnd open_end;
  std::function<std::string()> x;

  static std::string of(const WriteScope& scope, plan::FieldId field, const plan::Body& body,
                        const std::function<std::string()>& x) {
    return std::visit(OpenText{scope, field, body.open_end, x}, body.kind);
  }
  [[nodiscard]] std::string inner(const plan::Body& body, const std::string& of_inner) const {
    return of(scope, field, body, [&] { return of_inner; });
  }
  // What its value has no part in.
  [[nodiscard]] std::string word() const {
    return open_end == plan::OpenEnd::always ? "true" : "false";
  }

  std::string operator()(const plan::Scalar&) const { return word(); }
  std::string operator()(const plan::Constant&) const { return word(); }
  std::string operator()(const plan::Array&) const { return word(); }
  std::string operator()(const plan::Text&) const { return word(); }
  std::string operator()(const plan::Raw&) const { return word(); }
  std::string operator()(const plan::Nested&) const {
    return open_end == plan::OpenEnd::by_value ? "is_open(" + x() + ")" : word();
  }
  std::string operator()(const plan::List& list) const {
    if (open_end != plan::OpenEnd::by_value) return word();
    std::vector<std::string> conditions;
    if (list.is_counted)
      conditions.push_back("!(" + condition_of(*list.is_counted, scope.inline_spelling()) + ")");
    if (list.has_slack)
      conditions.push_back("!" + access(x(), "empty()"));
    else if (list.may_hold_open())
      conditions.push_back(of_elements(list.element.front()));
    return any_of(conditions);
  }
  [[nodiscard]] std::string of_elements(const plan::Body& element) const {
    if (element.open_end == plan::OpenEnd::always) return "!" + x() + ".empty()";
    return "[&] { for (const auto& each : " + x() + ") { if (" + inner(element, "each") +
           ") return true; } return false; }()";
  }
  std::string operator()(const plan::Switch& choice) const {
    if (open_end != plan::OpenEnd::by_value) return word();
    const auto types = alternative_types(scope.plan(), scope.record(), scope.field(field), choice);
    std::vector<std::string> conditions;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const plan::Body& body = choice.alternatives[i].body.front();
      if (body.open_end == plan::OpenEnd::never) continue;
      const std::string type = qualified_type(scope.record(), types[i]);
      const std::string held = "std::get<" + type + ">(" + x() + ")";
      conditions.push_back(if_there("std::holds_alternative<" + type + ">(" + x() + ")", body,
                                    inner(body, types[i].is_wrapped ? held + ".value" : held)));
    }
    return any_of(conditions);
  }
};

std::string open_fields(const WriteScope& scope) {
  std::vector<std::string> conditions;
  plan::for_each_unsized(scope.record(), [&](plan::FieldId id) {
    const plan::Field& field = scope.field(id);
    if (field.body.open_end == plan::OpenEnd::never) return;
    const auto x = [&] { return field.has_member() ? scope.content(id) : std::string(); };
    const std::string open = OpenText::of(scope, id, field.body, x);
    conditions.push_back(
        field.is_optional() ? if_there(scope.member(id) + ".has_value()", field.body, open) : open);
  });
  return any_of(conditions);
}

}  // namespace

// For `Row` it prints
//
//   inline bool is_open(const Row& value) {
//     return (std::holds_alternative<schemac::Bytes>(value.rest));
//   }
void emit_open_functions(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records)
    if (record.is_asked_if_open)
      out.emit({{"Type", record.name}}, R"cc(inline bool is_open(const $Type$& value);)cc");
  for (const plan::Record& record : plan.records) {
    if (!record.is_asked_if_open) continue;
    const WriteScope scope(plan, record);
    const std::string open = open_fields(scope);
    out.emit({{"value", scope.parameter("const " + record.name + "&", "value")}, {"open", open}},
             R"cc(
               inline bool is_open($value$) { return $open$; }
             )cc");
  }
}

void emit_open_check(Printer& out, const CheckedBody& at, const plan::List& list,
                     const std::string& frame, const std::string& name) {
  const plan::Body& element = list.element.front();
  const std::string own = "element";
  const std::string open = OpenText::of(at.scope, at.field, element, [&] { return own; });
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
