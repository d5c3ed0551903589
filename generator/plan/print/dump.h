// The plan as text.
#pragma once

#include <iosfwd>

#include "plan/plan.h"

namespace schemac::plan {

/// For `schemac check --dump plan` and tests.
void dump(const Plan& plan, std::ostream& out);

}  // namespace schemac::plan
