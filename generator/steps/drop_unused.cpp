// Steps that set what nobody uses are left out.
#include "steps/uses.h"

namespace schemac::steps {
namespace {

// Whether a step does nothing but set what nobody uses.
bool is_unused(const Step& step, const Uses& uses) {
  if (const auto* load = std::get_if<Load>(&step.kind))
    return !uses.has(SlotKind::number, load->field);
  if (const auto* length = std::get_if<SetLength>(&step.kind))
    return !uses.has(SlotKind::length, length->length);
  if (const auto* list = std::get_if<SetList>(&step.kind))
    return !uses.has(SlotKind::list, list->field);
  if (const auto* address = std::get_if<SetAddress>(&step.kind))
    return !uses.has(SlotKind::address, address->to);
  if (const auto* elements = std::get_if<Elements>(&step.kind))
    return elements->only_counts && !uses.has(SlotKind::length, elements->length);
  return false;
}

bool drop(Block& block, const Uses& uses);

bool drop_in(Step& step, const Uses& uses) {
  if (auto* limited = std::get_if<If>(&step.kind)) {
    const bool is_end_unused = limited->end && !uses.has(SlotKind::address, *limited->end);
    if (is_end_unused) limited->end.reset();
    if (limited->also && !uses.has(SlotKind::address, limited->also->to)) limited->also.reset();
    const bool then = drop(limited->then.steps, uses);
    return drop(limited->otherwise.steps, uses) || then || is_end_unused;
  }
  if (auto* choice = std::get_if<Choose>(&step.kind)) {
    bool has_changed = false;
    for (Choose::Case& each : choice->cases)
      has_changed = drop(each.content.steps, uses) || has_changed;
    return has_changed;
  }
  if (auto* elements = std::get_if<Elements>(&step.kind))
    return drop(elements->element.steps, uses);
  if (auto* region = std::get_if<Region>(&step.kind)) return drop(region->content.steps, uses);
  if (auto* jump = std::get_if<Jump>(&step.kind)) return drop(jump->content.steps, uses);
  if (auto* in = std::get_if<InSection>(&step.kind)) return drop(in->content.steps, uses);
  return false;
}

// Returns whether anything was left out.
bool drop(Block& block, const Uses& uses) {
  bool has_changed =
      std::erase_if(block, [&](const Step& step) { return is_unused(step, uses); }) != 0;
  for (Step& step : block) has_changed = drop_in(step, uses) || has_changed;
  return has_changed;
}

}  // namespace

void drop_unused(Routine& routine) {
  while (drop(routine.steps, uses_of(routine))) {
  }
}

}  // namespace schemac::steps
