// What holds a record: found once for all of them, so that nobody searches the plan for it.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::holders and Record::weight of all, once their fields have their bodies. Whoever changes
/// the bodies of a plan has to call it again.
void find_holders(Plan& plan);

}  // namespace schemac::plan
