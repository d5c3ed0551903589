// The parts of bytes, as values say them.
#pragma once

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/parts.h"

namespace schemac::direct {

/// The parts that the elements of a list in `value`, a record, have.
[[nodiscard]] Parts find_parts(const plan::Plan& plan, const plan::Record& record,
                               const Value& value, const model::StatedParts& form);

}  // namespace schemac::direct
