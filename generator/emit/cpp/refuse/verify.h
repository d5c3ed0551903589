// Places and the size of the file, which are known only after measuring: what states them, and what
// has to be held against the bytes once they are written.
#pragma once

#include "emit/cpp/measure/scope.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether an expression asks where something is in the file, or how large the file is.
[[nodiscard]] bool asks_place(const plan::Expr& expr);
/// Whether a record, or one in it, states places in the file or the size of it.
[[nodiscard]] bool states_layout(const plan::Plan& plan, const plan::Record& record);
/// Whether values can break rules that are known only once a file is written.
[[nodiscard]] bool is_verified(const plan::Plan& plan);

}  // namespace schemac::emit::cpp
