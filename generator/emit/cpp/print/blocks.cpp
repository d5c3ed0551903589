// Blocks of steps, and locals that are used outside of the block that sets them.
#include <utility>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/versions.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::Block& block) {
  for (const steps::Step& step : block)
    std::visit([&](const auto& kind) { print(kind); }, step.kind);
}

// The call that is all of a content, and keeps nothing.
const steps::Call* StepPrinter::only_call(const steps::Content& content) const {
  const auto* call =
      content.steps.size() == 1 ? std::get_if<steps::Call>(&content.steps.front().kind) : nullptr;
  const bool is_alone = call != nullptr && call->keep == steps::Call::Keep::nothing &&
                        content.end.anchor == call->end && content.end.distance == 0 &&
                        !has_key(*call);
  return is_alone ? call : nullptr;
}

// A function of its own within the one at hand, called at once; gives (where somebody asks) null or
// schemac::impl::skipped where it doesn't come to the end of the content.
void StepPrinter::print_content(const std::string& to, const steps::Content& content) {
  const std::string after = to.empty() ? "" : "const std::byte* const " + to + " = ";
  if (const steps::Call* call = only_call(content))
    return out_.emit({{"to", after}, {"call", call_alone(*call)}}, "$to$$call$;");
  declare_outside(content);
  const std::string failure = std::exchange(failure_, "nullptr");
  out_.emit({{"to", after}, {"steps", [&] { print_and_return(content.steps, content.end); }}},
            R"cc(
              $to$[&]() SCHEMAC_INLINED -> const std::byte* {
                $steps$;
              }();
            )cc");
  failure_ = failure;
}

// The steps of a function, and what it returns. A last step that gives just that, or null, is
// returned itself.
void StepPrinter::print_and_return(const steps::Block& block, Address end) {
  const auto ends_with = [&](AddressId id) {
    return end.distance == 0 && end.anchor == id && failure_ == "nullptr" &&
           !is_declared(SlotKind::address, id) && all_.of(SlotKind::address, id) <= 1;
  };
  if (!block.empty()) {
    const auto* call = std::get_if<steps::Call>(&block.back().kind);
    const auto* choose = std::get_if<steps::Choose>(&block.back().kind);
    const auto* limited = std::get_if<steps::If>(&block.back().kind);
    const bool is_call = call != nullptr && !call->is_tried && ends_with(call->end);
    if (limited != nullptr && is_apart(*limited) && ends_with(*limited->end)) {
      for (std::size_t i = 0; i + 1 < block.size(); ++i)
        std::visit([&](const auto& kind) { print(kind); }, block[i].kind);
      return out_.emit({{"call", call_apart(*limited)}}, "return $call$;");
    }
    if (is_call || (choose != nullptr && ends_with(choose->end))) {
      for (std::size_t i = 0; i + 1 < block.size(); ++i)
        std::visit([&](const auto& kind) { print(kind); }, block[i].kind);
      if (!is_call) {
        print_tag_checks(*choose);
        return print_cases(*choose);
      }
      print_before_call(*call);
      return out_.emit({{"call", whole_call(*call)}}, "return $call$;");
    }
  }
  print(block);
  out_.emit({{"end", at(end)}}, "return $end$;");
}

// What steps in a block set, and steps after it use.
void StepPrinter::declare_outside(const steps::Content& content) {
  declare_outside(content.steps, steps::uses_of(routine_, content));
}

void StepPrinter::declare_outside(const steps::Block& block, const steps::Uses& inside) {
  for (const steps::Step& step : block)
    if (const auto* call = std::get_if<steps::Call>(&step.kind);
        call != nullptr && call->keep == steps::Call::Keep::field &&
        all_.of(SlotKind::record, call->of.field) > inside.of(SlotKind::record, call->of.field))
      declare_record(*call);
  for (const steps::Slot& slot : steps::sets_of(block))
    if (all_.of(slot.kind, slot.id) > inside.of(slot.kind, slot.id)) declare(slot);
}

void StepPrinter::declare(const steps::Slot& slot) {
  if (slot.kind == SlotKind::record || !declared_.insert(slot).second) return;
  switch (slot.kind) {
    case SlotKind::number: {
      const auto& scalar = std::get<plan::Scalar>(field(slot.id).body.kind);
      return out_.emit({{"type", number_type(scalar)}, {"name", symbols_.local(slot.id)}},
                       "$type$ $name$ = 0;");
    }
    case SlotKind::length: {
      const bool is_text = slot.id < routine_.record->fields.size() &&
                           std::holds_alternative<plan::Text>(field(slot.id).body.kind);
      if (is_text)
        return out_.emit({{"name", symbols_.local(slot.id)}}, "schemac::impl::TextAt $name$;");
      return out_.emit({{"name", length_local(slot.id)}}, "std::uint64_t $name$ = 0;");
    }
    case SlotKind::list:
      return out_.emit(
          {{"type", list_type(plan_, field(slot.id))}, {"name", symbols_.local(slot.id)}},
          "$type$ $name$;");
    case SlotKind::address:
      return out_.emit({{"name", name(slot.id)}}, "const std::byte* $name$ = begin;");
    case SlotKind::whole:
      return out_.emit({{"name", symbols_.whole_flag(slot.id)}}, "bool $name$ = true;");
    case SlotKind::record:
    case SlotKind::param:
      return;
  }
}

bool StepPrinter::is_declared(SlotKind kind, std::uint32_t id) const {
  return declared_.contains({kind, id});
}

// What has a name of its own already needs no other.
void StepPrinter::set(AddressId to, const std::string& address) {
  if (!all_.has(SlotKind::address, to)) return;
  const bool is_new = !is_declared(SlotKind::address, to);
  const bool is_name = address.find_first_of(" <,?[") == std::string::npos;
  if (is_new && is_name) {
    address_aliases_[to] = address;
    return;
  }
  out_.emit({{"type", is_new ? "const std::byte* const " : ""}, {"to", name(to)}, {"at", address}},
            "$type$$to$ = $at$;");
}

void StepPrinter::set_length(LengthId id, const std::string& number) {
  if (!all_.has(SlotKind::length, id)) return;
  const bool is_new = !is_declared(SlotKind::length, id);
  out_.emit({{"type", is_new ? "const std::uint64_t " : ""},
             {"name", length_local(id)},
             {"number", number}},
            "$type$$name$ = $number$;");
}

void StepPrinter::print(const steps::If& step) {
  if (is_apart(step)) return print_call_apart(step);
  if (step.end)
    out_.emit({{"end", name(*step.end)}, {"at", at(step.otherwise.end)}},
              "const std::byte* $end$ = $at$;");
  if (step.also)
    out_.emit({{"to", name(step.also->to)}, {"at", at(step.also->otherwise)}},
              "const std::byte* $to$ = $at$;");
  declare_outside(step.then);
  const auto then = [&] {
    print(step.then.steps);
    if (step.end) out_.emit({{"end", name(*step.end)}, {"at", at(step.then.end)}}, "$end$ = $at$;");
    if (step.also)
      out_.emit({{"to", name(step.also->to)}, {"at", at(step.also->then)}}, "$to$ = $at$;");
  };
  const auto otherwise = [&] { print(step.otherwise.steps); };
  if (step.otherwise.steps.empty())
    return out_.emit({{"condition", condition(step.condition)}, {"then", then}},
                     R"cc(
                       if ($condition$) {
                         $then$;
                       }
                     )cc");
  out_.emit({{"condition", condition(step.condition)}, {"then", then}, {"otherwise", otherwise}},
            R"cc(
        if ($condition$) {
          $then$;
        } else {
          $otherwise$;
        }
      )cc");
}

// A tag that has no alternative, or is no number.
void StepPrinter::refuse(const steps::Choose& step) {
  out_.emit({{"check", forms_.check(step.choice->no_case)},
             {"at", at(step.tag_at)},
             {"tag", fact_of(step.tag, spelling())},
             {"skipped", step.skips ? "schemac::impl::skipped" : "nullptr"}},
            R"cc(
              context.note($check$, frame, $at$, {$tag$});
              return $skipped$;
            )cc");
}

namespace {

bool takes_all(const plan::Switch& choice) {
  return !choice.alternatives.empty() && choice.alternatives.back().tags.empty();
}

}  // namespace

void StepPrinter::print_tag_checks(const steps::Choose& step) {
  const plan::Switch& choice = *step.choice;
  const auto note_unknown = [&] {
    if (step.unknown)
      out_.emit({{"check", forms_.check(*step.unknown)},
                 {"at", view_ != nullptr ? view_->at(*choice.tag_field) : at(step.tag_at)},
                 {"tag", fact_of(step.tag, spelling())}},
                "context.note($check$, frame, $at$, {$tag$});");
  };
  if (choice.is_unknown_told)
    out_.emit({{"function", known_function(plan_.enums[*choice.tag_enum])},
               {"tag", tag_of_choice(step)},
               {"note", note_unknown},
               {"skipped", step.skips ? "schemac::impl::skipped" : "nullptr"}},
              R"cc(
                if (!detail::$function$($tag$)) [[unlikely]] {
                  $note$;
                  return $skipped$;
                }
              )cc");
  if (takes_all(choice) && can_fail(step.tag))
    out_.emit({{"is_number", is_number(step.tag, spelling())}, {"refuse", [&] { refuse(step); }}},
              R"cc(
                if (!$is_number$) [[unlikely]] {
                  $refuse$;
                }
              )cc");
}

void StepPrinter::print_cases(const steps::Choose& step) {
  const auto cases = [&] {
    for (const steps::Choose::Case& each : step.cases) print_case(each);
  };
  const auto otherwise = [&] {
    if (!takes_all(*step.choice)) refuse(step);
  };
  out_.emit({{"tag", tag_of_choice(step)}, {"cases", cases}, {"otherwise", otherwise}},
            R"cc(
              switch ($tag$) {
                $cases$;
              }
              $otherwise$;
            )cc");
}

void StepPrinter::print(const steps::Choose& step) {
  print_tag_checks(step);
  const std::string end = name(step.end);
  const std::string failed =
      end + " == nullptr" +
      (steps::may_skip(step) ? " || " + end + " == schemac::impl::skipped" : std::string());
  out_.emit({{"end", end}, {"cases", [&] { print_cases(step); }}, {"failed", failed}},
            R"cc(
              const std::byte* const $end$ = [&]() SCHEMAC_INLINED -> const std::byte* {
                $cases$;
              }();
              if ($failed$) [[unlikely]] return $end$;
            )cc");
}

std::string StepPrinter::tag_of_choice(const steps::Choose& step) const {
  plan::Switch choice = *step.choice;
  choice.tag = step.tag;
  if (can_fail(choice.tag)) return tag_of(choice, spelling());
  const std::string text = number(choice.tag);
  if (text.find_first_not_of("0123456789u") == std::string::npos)
    return "schemac::impl::widened(" + text + ")";
  return choice.tag.range.min < 0 ? "static_cast<std::uint64_t>(" + text + ")" : text;
}

void StepPrinter::print_case(const steps::Choose::Case& each) {
  const auto tag = [](model::Int128 number) { return literal(static_cast<std::uint64_t>(number)); };
  for (std::size_t i = 0; i + 1 < each.tags.size(); ++i)
    out_.emit({{"tag", tag(each.tags[i])}}, "case $tag$:");
  out_.emit({{"label", each.tags.empty() ? "default" : "case " + tag(each.tags.back())},
             {"steps", [&] { print_and_return(each.content.steps, each.content.end); }}},
            R"h(
              $label$: {
                $steps$;
              }
            )h");
}

void StepPrinter::print(const steps::Region& step) {
  const plan::Region& region = *step.form;
  const std::string local = symbols_.local(step.field) + "_region";
  if (step.whole)
    out_.emit({{"at", at(step.at)},
               {"limit", name(step.limit)},
               {"size", step.whole->fields.front().size},
               {"stretch", stretch(*step.whole)}},
              R"cc(
                if (schemac::impl::distance($at$, $limit$) < $size$) [[unlikely]]
                  return context.fault($stretch$, frame, $at$, $limit$);
              )cc");
  out_.emit({{"local", local},
             {"at", at(step.at)},
             {"limit", name(step.limit)},
             {"size", size(step.size)},
             {"stated_at", at(step.stated_at)}},
            "const schemac::impl::StatedRegion $local$($at$, $limit$, $size$, $stated_at$);");
  if (region.cause)
    out_.emit({{"local", local}, {"check", forms_.check(*region.cause)}},
              R"h(if (!$local$.check_bounds(context, frame, $check$)) return nullptr;)h");
  if (step.is_passed_over) return set(step.end, local + ".end()");
  if (!is_view()) out_.emit("context.forget_fault_end();");
  const steps::Uses inside = steps::uses_of(routine_, step.content);
  if (inside.has(SlotKind::address, step.begin)) set(step.begin, local + ".begin()");
  if (inside.has(SlotKind::address, step.inner_limit)) set(step.inner_limit, local + ".end()");
  const std::string after = symbols_.local(step.field) + "_after";
  if (step.is_asked_for_whole) declare({SlotKind::whole, step.field});
  const bool is_held = !is_view() && (region.fill || !step.is_array || step.is_asked_for_whole ||
                                      steps::may_skip(step.content.steps));
  print_content(is_held || step.ends_record ? after : "", step.content);
  if (step.is_asked_for_whole)
    out_.emit({{"flag", symbols_.whole_flag(step.field)}, {"after", after}},
              "$flag$ = $after$ != nullptr;");
  if (steps::may_skip(step.content.steps) && !is_view())
    out_.emit({{"after", after}, {"skipped", step.skips ? "schemac::impl::skipped" : "nullptr"}},
              "if ($after$ == schemac::impl::skipped) [[unlikely]] return $skipped$;");
  if (!is_view() && region.fill)
    out_.emit({{"local", local}, {"check", forms_.check(*region.fill)}, {"after", after}},
              R"h(if (!$local$.check_filled(context, frame, $check$, $after$)) return nullptr;)h");
  if (!is_view() && !region.fill && !step.is_array)
    out_.emit({{"after", after}},
              "if ($after$ == nullptr) [[unlikely]] context.forget_fault_end();");
  if (step.ends_record)
    out_.emit({{"after", after}}, "if ($after$ == nullptr) [[unlikely]] return nullptr;");
  set(step.end, local + ".end()");
}

}  // namespace schemac::emit::cpp
