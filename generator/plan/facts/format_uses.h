// What there is anywhere in a format (plan/format_uses.h), by one walk over it.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Finds Plan::uses, once all else of the plan is known.
void find_format_uses(Plan& plan);

}  // namespace schemac::plan
