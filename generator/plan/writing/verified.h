// What has to be held against the bytes once a file is written: places and the size of the file are
// known only after measuring.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether values can break rules that are known only once a file is written.
[[nodiscard]] bool may_break_late_rules(const Plan& plan);

}  // namespace schemac::plan
