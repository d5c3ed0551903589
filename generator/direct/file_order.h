// The byte order that values state, of formats whose files say it.
#pragma once

#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// The plan with the byte order that the values of a file state; `plan` where they state none.
[[nodiscard]] const plan::Plan& in_order_of(const plan::Plan& plan, const Value& values);

}  // namespace schemac::direct
