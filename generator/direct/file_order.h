// Which plan reads or writes a file, of formats whose files say their byte order
// (plan/file_order.h).
#pragma once

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"

namespace schemac::direct {

/// The plan with the byte order that a file states, or its values do; `plan` where none is stated.
[[nodiscard]] const plan::Plan& in_order_of(const plan::Plan& plan, Bytes file);
[[nodiscard]] const plan::Plan& in_order_of(const plan::Plan& plan, const Value& values);

}  // namespace schemac::direct
