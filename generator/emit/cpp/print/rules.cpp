// Rules about elements.
#include <memory>
#include <utility>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

// How a rule spells the element that it is about and the next one: by their views.
Spelling by_views(Spelling spelling, const plan::Plan& plan, const plan::Record& record,
                  const std::string& element = "element_view.") {
  spelling.index = "each.index";
  spelling.is_last = "is_last";
  spelling.inside = [outer = spelling.inside, flags = spelling.open_flags, &plan, &record,
                     element](FieldId id) {
    if (id < plan::the_next) return outer(id);
    struct Inner {
      Symbols symbols;
      ReadScope scope;
      Inner(const plan::Plan& whole, const plan::Record& of, const std::string& view)
          : symbols(whole, of), scope(symbols, view) {}
    };
    const auto inner =
        std::make_shared<Inner>(plan, record, id == plan::the_next ? "there." : element);
    Spelling held = inner->scope.spelling();
    held.owner = inner;
    held.is_asked = [inner] { return inner->scope.asks_view(); };
    return held;
  };
  return spelling;
}

// Where a rule about an element is reported, as a pointer.
std::string place_of(const plan::Plan& plan, const plan::Record& record,
                     const steps::ElementRule& rule) {
  if (!rule.at) return "detail::" + access_name(record) + "::begin_of(element_view)";
  std::string object = "element_view";
  const plan::Record* holder = &record;
  FieldId id = rule.at->field;
  for (const FieldId inner : rule.at->inner) {
    object += "." + stored_accessor(holder->fields[id]) + "()";
    holder = &held_record(plan, holder->fields[id]);
    id = inner;
  }
  const std::string& name = holder->fields[id].identifier;
  if (rule.item)
    return "schemac::impl::place_of_item(" + object + "." + name + "(), " +
           std::to_string(*rule.item) + ")";
  return "detail::" + access_name(*holder) + "::at_" + name + "(" + object + ")";
}

std::string broken_rule(const Expr& rule, const Spelling& spelling) {
  if (can_fail(rule)) return "!" + holds_if_it_fits(condition_of(rule, spelling));
  const Expr bad = negated(rule);
  return condition_of(bad, spelling, is_alternative(bad));
}

}  // namespace

void StepPrinter::print_rules(const std::vector<steps::ElementRule>& rules,
                              const std::string& element, const std::string& index,
                              const std::string& is_last) {
  Spelling spelling = this->spelling();
  spelling.element = element;
  spelling.index = index;
  spelling.is_last = is_last;
  for (const steps::ElementRule& rule : rules)
    note(broken_rule(rule.holds, spelling), rule.blame, braced_facts(rule.facts, spelling));
}

// A function that makes the checks of one element, whose view is known, and perhaps that of the
// next one.
void StepPrinter::print_record_rules(const steps::RecordRules& rules, FrameId each) {
  const plan::Record& record = plan_.records[rules.element->record];
  const std::string failure = std::exchange(failure_, "false");
  const auto checks = [&] {
    const Spelling spelling = by_views(this->spelling(), plan_, record);
    for (const steps::ElementRule& rule : rules.rules)
      out_.emit(
          {{"bad", broken_rule(rule.holds, spelling)},
           {"check", forms_.check(rule.blame.check)},
           {"at", place_of(plan_, record, rule)},
           {"facts",
            rule.facts.empty() ? std::string() : ", " + braced_facts(rule.facts, spelling)}},
          R"cc(if ($bad$ && !context.note($check$, each, $at$$facts$)) [[unlikely]] return false;)cc");
  };
  out_.emit({{"rules", rules_of(each)}, {"View", view_name(record)}, {"checks", checks}},
            R"cc(
              const auto $rules$ = [&]([[maybe_unused]] const schemac::impl::Frame& each, const $View$& element_view,
                                           [[maybe_unused]] const $View$* next_view, [[maybe_unused]] bool is_last) SCHEMAC_INLINED {
                $checks$;
                return true;
              };
            )cc");
  failure_ = failure;
}

std::string StepPrinter::first_view(const steps::RecordRules& rules) const {
  std::string args;
  for (const Expr& arg : rules.args) args += ", " + argument(arg);
  return view_name(plan_.records[rules.element->record]) +
         "(schemac::impl::Origin{context.space()}" + args + ")";
}

// The view of the element at hand, that of the one before it, and the function that makes the
// checks of one: of each list in a function their own.
std::string StepPrinter::seen(FrameId each) const {
  return base(routine_.frames[each].of) + "_seen";
}
std::string StepPrinter::seen_before(FrameId each) const {
  return base(routine_.frames[each].of) + "_before";
}
std::string StepPrinter::rules_of(FrameId each) const {
  return base(routine_.frames[each].of) + "_rules";
}

void StepPrinter::print_rules_before(const steps::RecordRules& rules, FrameId each) {
  const std::string view = view_name(plan_.records[rules.element->record]);
  if (!rules.rules.empty()) print_record_rules(rules, each);
  out_.emit({{"View", view}, {"seen", seen(each)}, {"first", first_view(rules)}},
            "$View$ $seen$ = $first$;");
  if (rules.look_ahead && !rules.rules.empty())
    out_.emit({{"View", view}, {"before", seen_before(each)}, {"seen", seen(each)}},
              "$View$ $before$ = $seen$;");
}

// Whether the element at hand is the one that ends the list.
void StepPrinter::print_last(const steps::Elements& step) {
  Spelling spelling = this->spelling();
  if (step.record_rules)
    spelling = by_views(spelling, plan_, plan_.records[step.record_rules->element->record],
                        seen(step.frame) + ".");
  spelling.element = "element";
  spelling.index = index(step.frame);
  out_.emit({{"is_last", is_last(step)}, {"last", presence_of(*step.last, spelling)}},
            "$is_last$ = $last$;");
}

std::string StepPrinter::frame_before(FrameId each) const {
  const steps::Frame& of = routine_.frames[each];
  return "schemac::impl::Frame{&" + frame(of.above) + ", " + quoted(of.name) + ", " + index(each) +
         " - 1}";
}

void StepPrinter::print_rules_of_element(const steps::RecordRules& rules, FrameId each,
                                         const std::string& is_last) {
  if (rules.rules.empty()) return;
  if (!rules.look_ahead)
    return out_.emit(
        {{"rules", rules_of(each)}, {"each", frame(each)}, {"seen", seen(each)}, {"last", is_last}},
        "if (!$rules$($each$, $seen$, nullptr, $last$)) return nullptr;");
  out_.emit({{"rules", rules_of(each)},
             {"index", index(each)},
             {"frame", frame_before(each)},
             {"before", seen_before(each)},
             {"seen", seen(each)}},
            R"cc(
              if ($index$ > 0 && !$rules$($frame$, $before$, &$seen$, false)) [[unlikely]]
                return nullptr;
              $before$ = $seen$;
            )cc");
}

void StepPrinter::print_rules_of_last(const steps::RecordRules& rules, FrameId each) {
  if (!rules.look_ahead || rules.rules.empty()) return;
  out_.emit({{"rules", rules_of(each)},
             {"index", index(each)},
             {"frame", frame_before(each)},
             {"before", seen_before(each)}},
            R"cc(
              if ($index$ > 0 && !$rules$($frame$, $before$, nullptr, true)) [[unlikely]]
                return nullptr;
            )cc");
}

// The elements are only looked at again.
void StepPrinter::print(const steps::RevisitElements& step) {
  const plan::List& list = *step.list;
  std::string begin = at(step.at);
  std::string count = step.count ? size(*step.count) : "";
  if (list.head) {
    const std::string head =
        "head<" + head_form(list.head->form) + ">(" + begin + ", " + name(routine_.limit) + ")";
    count = "schemac::impl::msgpack::number_in_" + head;
    begin = "schemac::impl::msgpack::after_" + head;
  }
  const std::string each = frame(step.frame);
  const bool is_counted = step.count && step.count->op == plan::Op::field && !list.is_counted;
  const bool has_count = !count.empty();
  const bool may_be_empty = list.element.front().least_size == 0;
  const bool is_endless = !has_count && may_be_empty;
  std::string is_last = "next == limit" + std::string(may_be_empty ? " || next == before" : "");
  if (has_count) is_last = index(step.frame) + " + 1 == " + count;
  std::string if_any = is_counted ? "if (" + count + " != 0) [[unlikely]] " : "";
  if (step.is_in_region) if_any = "if (" + symbols_.whole_flag(step.field) + ") ";
  out_.blank_line();
  out_.emit({{"before_all", [&] { print_rules_before(step.rules, step.frame); }},
             {"seen", seen(step.frame)},
             {"begin", begin},
             {"end", at(step.end)},
             {"each", each},
             {"index", index(step.frame)},
             {"field", quoted(field(step.field).name)},
             {"condition", has_count ? index(step.frame) + " < " + count : "next < limit"},
             {"element", [&] { print_rules_of_element(step.rules, step.frame, is_last); }},
             {"const", is_endless ? "" : "const "},
             {"before", is_endless ? "const std::byte* const before = next;" : ""},
             {"stop",  // more of them would never end
              is_endless ? "if (next == before) limit = next;" : ""},
             {"last", [&] { print_rules_of_last(step.rules, step.frame); }},
             {"if_any", if_any}},
            R"cc(
              $if_any${
                $before_all$;
                schemac::impl::Frame $each${&frame, $field$, 0};
                const std::byte* $const$limit = $end$;
                std::uint64_t $index$ = 0;
                for (const std::byte* next = $begin$; $condition$; ++$index$) {
                  $each$.index = $index$;
                  $before$
                  next = schemac::impl::ViewAccess::walk($seen$, context, $each$, next, limit);
                  if (next == nullptr) [[unlikely]] return nullptr;
                  $element$;
                  $stop$
                }
                $last$;
              }
            )cc");
}

}  // namespace schemac::emit::cpp
