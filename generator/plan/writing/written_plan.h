// The plan as a writer follows it. Bytes that are encoded, and places of parts, are found before
// anything else of a value is looked at; from then on they are given.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// `plan` where stored bytes of records that codecs make are bytes, and numbers that say where
/// parts are are members.
[[nodiscard]] Plan written_plan(const Plan& plan);

}  // namespace schemac::plan
