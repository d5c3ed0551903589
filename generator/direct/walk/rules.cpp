// Rules about elements.
#include "direct/walk/walker.h"

namespace schemac::direct {

// About numbers.
bool Walker::check_rules(const Activation& record, const std::vector<steps::ElementRule>& rules,
                         const Element& element) {
  if (is_quiet_) return !context_->stopped();
  for (const steps::ElementRule& rule : rules) {
    if (!makes(rule.blame.check)) continue;
    const Calculated made = record.calculate(rule.holds, &element);
    if (made.failure == Failure::unknown) continue;
    const std::byte* const at =
        record.element_at != nullptr ? record.element_at : record.at(rule.blame.at);
    if (!verify(made.holds(), rule.blame.check, record.frames[rule.blame.frame], at,
                [&] { return facts_of(rule.facts, plan_, record.own(), element); }))
      return false;
  }
  return !context_->stopped();
}

// About records.
bool Walker::check_rules(const Activation& record, const steps::RecordRules& rules,
                         const impl::Frame& each, const Activation& element, const Activation* next,
                         bool is_last) {
  const Element about{{}, each.index, is_last, &element, next};
  for (const steps::ElementRule& rule : rules.rules) {
    if (!makes(rule.blame.check)) continue;
    const Calculated made = record.calculate(rule.holds, &about);
    if (made.failure == Failure::unknown) continue;
    const std::byte* at = element.begin();
    if (!made.holds() && rule.at)
      at = rule.item ? element.place_of_item(*rule.at, *rule.item) : element.place_of(*rule.at);
    if (!verify(made.holds(), rule.blame.check, each, at,
                [&] { return facts_of(rule.facts, plan_, record.own(), about); }))
      return false;
  }
  return !context_->stopped();
}

// The elements are only looked at again.
Ending Walker::run(Activation& record, const steps::RevisitElements& step) {
  if (is_quiet_ || (step.is_in_region && !record.wholes[step.field])) return Ending::whole;
  const std::byte* const end = record.at(step.end);
  const std::byte* at = record.at(step.at);
  std::optional<std::uint64_t> count;
  if (step.count && !step.list->is_counted) count = size(record, *step.count);
  if (step.list->is_counted) count = record.lengths[step.field];
  if (step.list->head) {
    impl::msgpack::HeadAt head;
    if (!find_head(step.list->head->form, at, record.end(), head)) return Ending::whole;
    count = head.number;
    at = head.after;
  }
  if (count == std::uint64_t{0}) return ended();
  steps::Call walk;
  walk.of = {step.field, "_again"};
  walk.nested = step.rules.element;
  walk.args = step.rules.args;
  walk.frame = step.frame;
  impl::Frame& each = record.frames[step.frame];
  std::unique_ptr<Activation> before;
  const auto frame_before = [&] {
    impl::Frame frame = each;
    --frame.index;
    return frame;
  };
  const plan::RecordId id = step.rules.element->record;
  std::uint64_t i = 0;
  bool is_endless = false;
  for (; (count ? i < *count : at < end) && !is_endless && !context_->stopped(); ++i) {
    each.index = i;
    ElementWanted wanted;
    wanted.is_kept = true;
    {
      const Quietly quietly(*this);
      if (call(record, walk, spot(record, step.field, step.frame), at, end, &wanted) !=
          Ending::whole)
        return Ending::fault;
    }
    const std::byte* const after = wanted.kept->at(wanted.kept->routine().end);
    is_endless = !count && after == at;
    at = after;
    if (!step.rules.look_ahead) {
      check_rules(record, step.rules, each, *wanted.kept, nullptr,
                  count ? i + 1 == *count : at == end || is_endless);
      give_back(id, std::move(wanted.kept));
      continue;
    }
    if (before != nullptr) {
      check_rules(record, step.rules, frame_before(), *before, wanted.kept.get(), false);
      give_back(id, std::move(before));
    }
    before = std::move(wanted.kept);
  }
  if (before != nullptr && !context_->stopped()) {
    each.index = i;
    check_rules(record, step.rules, frame_before(), *before, nullptr, true);
  }
  return ended();
}

}  // namespace schemac::direct
