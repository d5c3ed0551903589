// What has to be held against the bytes once a file is written: places and the size of the file are
// known only after measuring.
#pragma once

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether values can break rules that are known only once a file is written.
[[nodiscard]] bool is_verified(const plan::Plan& plan);

}  // namespace schemac::emit::cpp
