// Plan to steps: what a walk through a record's bytes does.
#pragma once

#include <optional>

#include "steps/step.h"

namespace schemac::steps {

/// A record's routine for a job. None of one with what steps can't say yet. `kept` is what a view
/// keeps of a record that expressions look into.
[[nodiscard]] std::optional<Routine> lower(const plan::Plan& plan, const plan::Record& record,
                                           Job job, std::optional<Kept> kept);

}  // namespace schemac::steps
