// In which order the writer computes what it derives: a count before the number of bytes that
// follows from it.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// The derived scalars of a record, each after those that its value needs.
[[nodiscard]] std::vector<FieldId> derive_order(const Record& record);

/// Whether an expression needs what a field says, or what it holds. The size of a number, and where
/// it lies, don't depend on what it says.
[[nodiscard]] bool asks_for_number(const Expr& expr, FieldId id);
/// Sets Field::is_checked_first. Which numbers state places has to be known.
void find_checked_first(Record& record);

}  // namespace schemac::plan
