// Values of the direct executor as trees without types, so that they can be held against those of
// generated code.
#pragma once

#include "direct/value.h"
#include "plan/plan.h"
#include "random/shown.h"

namespace net {

[[nodiscard]] Shown show(const schemac::plan::Plan& plan, const schemac::plan::Record& record,
                         const schemac::direct::Value& value);

}  // namespace net
