// Which checks of the plan hold values to something before they are written.
#pragma once

#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "plan/plan.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {

/// Whether the check of a list makes the product of its elements: a rule looks at each of them, and
/// the product is asked for.
[[nodiscard]] bool notes_product(const WriteScope& scope, plan::FieldId id);

/// "tensor_dtype_unknown": a check of the plan, seen from namespace `detail`.
[[nodiscard]] std::string check_of(const plan::Plan& plan, plan::CheckId id);
using plan::is_refused;

}  // namespace schemac::emit::cpp
