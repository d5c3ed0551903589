// Which records have fields whose bytes a codec makes, or hold records that have.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Finds Record::holds_encoded of all.
void find_encoded(Plan& plan);
/// Whether a body is made of records that have encoded fields, or hold such records.
[[nodiscard]] bool holds_encoded(const Plan& plan, const Body& body);

}  // namespace schemac::plan
