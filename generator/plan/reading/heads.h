// Which records say at their start all that is needed to find their end, so that a reader can go
// from one to the next by small reads.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::head of all, once they have their items.
void find_heads(Plan& plan);

}  // namespace schemac::plan
