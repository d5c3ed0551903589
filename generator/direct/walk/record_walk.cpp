#include "direct/walk/record_walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "steps/lower.h"

namespace schemac::direct {
namespace {

void leave_out_tells(steps::Block& block);

template <class Kind>
void leave_out_in(Kind&) {}
void leave_out_in(steps::EachScalar& step) { leave_out_tells(step.checks); }
void leave_out_in(steps::If& step) {
  leave_out_tells(step.then.steps);
  leave_out_tells(step.otherwise.steps);
}
void leave_out_in(steps::Choose& step) {
  for (steps::Choose::Case& each : step.cases) leave_out_tells(each.content.steps);
}
void leave_out_in(steps::Elements& step) { leave_out_tells(step.element.steps); }
void leave_out_in(steps::Region& step) { leave_out_tells(step.content.steps); }
void leave_out_in(steps::Jump& step) { leave_out_tells(step.content.steps); }
void leave_out_in(steps::InSection& step) { leave_out_tells(step.content.steps); }

// What is told of a field is around its steps, which stay.
void leave_out_tells(steps::Block& block) {
  steps::Block left;
  for (steps::Step& step : block) {
    if (std::holds_alternative<steps::Tell>(step.kind)) continue;
    std::visit([](auto& kind) { leave_out_in(kind); }, step.kind);
    auto* watched = std::get_if<steps::Watched>(&step.kind);
    if (watched == nullptr) {
      left.push_back(std::move(step));
      continue;
    }
    leave_out_tells(watched->steps);
    std::ranges::move(watched->steps, std::back_inserter(left));
  }
  block = std::move(left);
}

steps::Routine routine_of(const plan::Plan& plan, const plan::Record& record, bool tells) {
  steps::Routine routine = steps::lower(plan, record, steps::Job::watch, {});
  if (!tells) leave_out_tells(routine.steps);
  return routine;
}

}  // namespace

RecordWalk::RecordWalk(const plan::Plan& plan, const plan::Record& record, bool tells)
    : routine(routine_of(plan, record, tells)), formulas(plan, routine) {
  if (routine.inside.empty()) return;
  inside.resize(routine.addresses.size());
  for (const auto& [address, path] : routine.inside) inside[address] = &path;
}

}  // namespace schemac::direct
