// Conditions that a field's own offset states.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether a condition is that the field's own offset isn't the number which says that there is
/// nothing: a writer holds that where it places the content.
[[nodiscard]] bool is_own_offset(const Record& record, FieldId field, const Expr& condition);

}  // namespace schemac::plan
