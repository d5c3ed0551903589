#include "emit/cpp/steps/list_rules.h"

#include <algorithm>
#include <memory>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/steps/list_counts.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"
#include "plan/facts/element_rules.h"

namespace schemac::emit::cpp {
namespace {

// How a rule spells the element that it is about and the next one: by their views.
Spelling element_spelling(Walk& walk, const plan::Record& record) {
  Spelling spelling = walk.scope.spelling();
  spelling.index = "each.index";
  spelling.is_last = "is_last";
  spelling.inside = [outer = spelling.inside, &walk, &record](plan::FieldId id) {
    if (id < plan::the_next) return outer(id);
    struct Inner {
      Layout layout;
      Scope scope;
      Inner(const plan::Plan& plan, const plan::Record& of, const std::string& view)
          : layout(plan, of), scope(layout, view) {}
    };
    const auto inner = std::make_shared<Inner>(walk.plan(), record,
                                               id == plan::the_next ? "there." : "element_view.");
    inner->scope.stand_in(walk.scope);
    Spelling held = inner->scope.spelling();
    held.owner = inner;
    return held;
  };
  return spelling;
}

// Where a rule about an element is reported, as a pointer.
std::string place_of(const Walk& walk, const plan::Record& record, const plan::EachRule& rule) {
  if (!rule.at) return "detail::" + parts_name(record) + "::begin_of(element_view)";
  const Layout layout(walk.plan(), record);
  std::string object = "element_view";
  const plan::Record* holder = &record;
  plan::FieldId id = rule.at->field;
  for (const plan::FieldId inner : rule.at->inner) {
    object += "." + stored_accessor(holder->fields[id]) + "()";
    holder = &held_record(walk.plan(), holder->fields[id]);
    id = inner;
  }
  const std::string& name = holder->fields[id].identifier;
  if (rule.item)
    return "schemac::impl::place_of_item(" + object + "." + name + "(), " +
           std::to_string(*rule.item) + ")";
  return "detail::" + parts_name(*holder) + "::at_" + name + "(" + object + ")";
}

// Prints a function that makes the checks of one element, whose view is known, and perhaps that of
// the next one.
void emit_record_rules(Printer& out, Walk& walk, const plan::List& list,
                       const plan::Record& record) {
  const auto checks = [&] {
    Walk inside{walk.layout, walk.scope, walk.forms, walk.mode, "false"};
    for (const plan::EachRule& rule : list.each) {
      const Spelling spelling = element_spelling(walk, record);
      std::string holds = condition_of(rule.condition, spelling);
      holds = can_fail(rule.condition) ? holds_if_it_fits(holds) : "(" + holds + ")";
      emit_check(out, inside, rule.check, "!" + holds, "each", place_of(walk, record, rule),
                 braced_facts(rule.facts, spelling));
    }
  };
  out.emit({{"View", view_name(record)}, {"checks", checks}},
           R"cc(
             const auto check_rules = [&]([[maybe_unused]] const schemac::impl::Frame& each, const $View$& element_view,
                                          [[maybe_unused]] const $View$* next_view, [[maybe_unused]] bool is_last) __attribute__((always_inline)) {
               $checks$;
               return true;
             };
           )cc");
}

// The rules about an element that is a number.
void emit_scalar_rules(Printer& out, Walk& walk, const plan::List& list, const Spelling& spelling,
                       const std::string& frame, const std::string& place) {
  for (const plan::EachRule& rule : list.each) {
    std::string holds = condition_of(rule.condition, spelling);
    holds = can_fail(rule.condition) ? holds_if_it_fits(holds) : "(" + holds + ")";
    emit_check(out, walk, rule.check, "!" + holds, frame, place,
               braced_facts(rule.facts, spelling));
  }
}

}  // namespace

const plan::Record* ruled_record(const Walk& walk, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  const bool has_rules = walk.mode != Mode::walk && nested != nullptr && !list.each.empty();
  return has_rules ? &walk.plan().records[nested->record] : nullptr;
}

bool has_count(const plan::List& list) { return list.head || list.count; }

std::string is_last(const plan::List& list, const std::string& count, const std::string& behind,
                    const std::string& end, const std::string& begin) {
  const std::string by_count = "index + 1 == " + count;
  const bool may_be_empty = list.element.front().least_size == 0;
  const std::string by_place =
      behind + " == " + end + (may_be_empty ? " || " + behind + " == " + begin : "");
  if (!has_count(list)) return by_place;
  if (!list.is_counted) return by_count;
  return count + " == schemac::impl::no_count ? " + by_place + " : " + by_count;
}

void emit_rules_prelude(Printer& out, Walk& walk, const plan::List& list,
                        const plan::Record& record, const Site& site) {
  emit_record_rules(out, walk, list, record);
  out.emit({{"View", view_name(record)}, {"first", first_view(walk, list.element.front(), site)}},
           "$View$ seen_element = $first$;");
  if (plan::looks_ahead(list))
    out.emit({{"View", view_name(record)}}, "$View$ element_before = seen_element;");
}
void emit_rules_of_element(Printer& out, const Walk& walk, const plan::List& list, const Site& site,
                           const std::string& last) {
  if (!plan::looks_ahead(list))
    return out.emit(
        {{"last", last}},
        "if (!check_rules(element, seen_element, nullptr, $last$)) [[unlikely]] return nullptr;");
  const Above up = above(walk, list, site);
  out.emit({{"frame", up.frame}, {"field", up.name}},
           R"cc(
             if (index > 0 && !check_rules(schemac::impl::Frame{&$frame$, $field$, index - 1}, element_before, &seen_element, false)) [[unlikely]]
               return nullptr;
             element_before = seen_element;
           )cc");
}
void emit_rules_of_last(Printer& out, const Walk& walk, const plan::List& list, const Site& site) {
  const Above up = above(walk, list, site);
  if (plan::looks_ahead(list))
    out.emit({{"frame", up.frame}, {"field", up.name}},
             R"cc(
               if (index > 0 && !check_rules(schemac::impl::Frame{&$frame$, $field$, index - 1}, element_before, nullptr, true)) [[unlikely]]
                 return nullptr;
             )cc");
}

void emit_integer_rules(Printer& out, Walk& walk, const plan::List& list, const std::string& last) {
  const bool is_integer = std::holds_alternative<plan::Scalar>(list.element.front().kind);
  if (!is_integer || walk.mode == Mode::walk) return;
  Spelling spelling = walk.scope.spelling();
  spelling.element = "value";
  spelling.index = "element.index";
  spelling.is_last = "(" + last + ")";
  emit_scalar_rules(out, walk, list, spelling, "element", "value_at.content");
}

void emit_later_rules(Printer& out, Walk& walk, const plan::CheckElements& item) {
  if (walk.mode == Mode::walk) return;
  const plan::List& list = item.list;
  const plan::Record& record =
      walk.plan().records[std::get<plan::Nested>(list.element.front().kind).record];
  Site site;
  site.field = item.field;
  site.begin = walk.scope.at(*walk.layout.position(item.field));
  const auto end = walk.layout.end_of(item.field);
  std::string count = list.count ? walk.scope.size(*list.count) : "";
  if (list.head) {
    const std::string head = "head<" + head_form(list.head->form) + ">(" + site.begin + ", end)";
    count = "schemac::impl::msgpack::number_in_" + head;
    site.begin = "schemac::impl::msgpack::behind_" + head;
  }
  const bool is_counted = list.count && list.count->op == plan::Op::field && !list.is_counted;
  const bool is_endless = !has_count(list) && list.element.front().least_size == 0;
  std::string if_any = is_counted ? "if (" + count + " != 0) [[unlikely]] " : "";
  if (walk.layout.field(item.field).region)
    if_any = "if (" + walk.layout.whole_flag(item.field) + ") ";
  out.blank_line();
  out.emit({{"prelude", [&] { emit_rules_prelude(out, walk, list, record, site); }},
            {"begin", site.begin},
            {"end", end ? walk.scope.at(plan::Position{*end, 0}) : "end"},
            {"field", quoted(walk.layout.field(item.field).name)},
            {"condition", has_count(list) ? "index < " + count : "next < behind"},
            {"element",
             [&] {
               emit_rules_of_element(out, walk, list, site,
                                     is_last(list, count, "next", "behind", "before"));
             }},
            {"const", is_endless ? "" : "const"},
            {"before", is_endless ? "const std::byte* const before = next;" : ""},
            {"stop",  // more of them would never end
             is_endless ? "if (next == before) behind = next;" : ""},
            {"last", [&] { emit_rules_of_last(out, walk, list, site); }},
            {"if_any", if_any}},
           R"cc(
             $if_any${
               $prelude$;
               schemac::impl::Frame element{&frame, $field$};
               [[maybe_unused]] const std::byte* $const$ behind = $end$;
               std::uint64_t index = 0;
               for (const std::byte* next = $begin$; $condition$; ++index) {
                 element.index = index;
                 $before$
                 next = schemac::impl::ViewAccess::walk(seen_element, context, element, next, behind);
                 if (next == nullptr) [[unlikely]] return nullptr;
                 $element$;
                 $stop$
               }
               $last$;
             }
           )cc");
}

void emit_each_rules(Printer& out, Walk& walk, const plan::List& list, plan::FieldId field,
                     const std::string& elements, const std::string& place) {
  const std::string count = elements + ".size()";
  Spelling spelling = walk.scope.spelling();
  const plan::Scalar& scalar = std::get<plan::Scalar>(list.element.front().kind);
  const bool is_any_byte = walk.layout.record().message() == nullptr && may_be_any_byte(scalar);
  if (is_any_byte) spelling.element = "std::uint64_t{element != 0}";
  const std::string seen = is_any_byte ? list_type(walk.plan(), scalar) + "(" + elements +
                                             ".bytes().data(), " + count + ")"
                                       : elements;
  spelling.list = [&, other = spelling.list](plan::FieldId id) {
    return id == field ? seen : other(id);
  };
  spelling.length = [&, other = spelling.length](plan::FieldId id) {
    return id == field ? count : other(id);
  };
  spelling.index = "each.index";
  spelling.is_last = "(each.index + 1 == " + count + ")";
  emit_scalar_rules(out, walk, list, spelling, "each", place);
}

}  // namespace schemac::emit::cpp
