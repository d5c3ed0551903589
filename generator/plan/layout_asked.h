// Whether an expression hangs on where things lie in the file, which a writer knows last.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// The size of the file, or where a field begins.
[[nodiscard]] bool asks_place(const Expr& expr);
/// The same, or a field of the record that states such a place.
[[nodiscard]] bool asks_layout(const Record& record, const Expr& expr);
/// Whether the number of a field follows from where something lies.
[[nodiscard]] bool states_place(const Record& record, FieldId field);

}  // namespace schemac::plan
