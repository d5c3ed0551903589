// The walk of a record: its steps, and what going through them quickly takes.
#pragma once

#include <vector>

#include "direct/walk/formula.h"
#include "plan/plan.h"
#include "steps/routine.h"

namespace schemac::direct {

struct RecordWalk {
  /// Without `tells`, steps that only tell an observer what is there are left out.
  RecordWalk(const plan::Plan& plan, const plan::Record& record, bool tells);
  RecordWalk(const RecordWalk&) = delete;
  RecordWalk& operator=(const RecordWalk&) = delete;

  const steps::Routine routine;
  const Formulas formulas;
  /// By address: where that is inside of another record; null for all others.
  std::vector<const plan::FieldPath*> inside;
};

}  // namespace schemac::direct
