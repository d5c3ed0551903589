// In which order the writer computes what it derives: a count before the number of bytes that
// follows from it.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// The derived scalars of a record, each after those that its value needs.
[[nodiscard]] std::vector<FieldId> derive_order(const Record& record);

}  // namespace schemac::plan
