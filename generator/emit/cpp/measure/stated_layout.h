// Whether places and the size of the file are stated in it: these are known only after measuring.
#pragma once

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether an expression asks where something is in the file, or how large the file is.
[[nodiscard]] bool asks_place(const plan::Expr& expr);
/// Whether a record, or one in it, states places in the file or the size of it.
[[nodiscard]] bool states_layout(const plan::Plan& plan, const plan::Record& record);

}  // namespace schemac::emit::cpp
