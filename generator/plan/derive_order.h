// In which order the writer computes what it derives: a count before the number of bytes that
// follows from it.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// The derived scalars of a record, each after those that its value needs.
[[nodiscard]] std::vector<FieldId> derive_order(const Record& record);

/// Whether an expression needs what a field says, or what it holds. What a number takes and where
/// it stands hangs on nothing that it says.
[[nodiscard]] bool asks_for_number(const Expr& expr, FieldId id);
/// Whether another derived number of the record can't be calculated with this one where this one
/// is no number that fits its field. A writer then looks at this one first, so that it blames no
/// other.
[[nodiscard]] bool may_mislead(const Record& record, FieldId id);

}  // namespace schemac::plan
