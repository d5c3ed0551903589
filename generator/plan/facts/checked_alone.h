// Elements of lists that a range can check one by one, by all rules about them, and show while it
// does: what validating first and walking then would do in two passes.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::is_checked_alone and Record::is_shown of all, and Field::is_kept, once it is known what
/// holds them.
void find_checked_alone(Plan& plan);

}  // namespace schemac::plan
