// The size that a field has to have, as the schema or given values say it.
#pragma once

#include "emit/cpp/measure/scope.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The size that a field has to have, where given values and the schema say it; else null.
[[nodiscard]] const plan::Expr* region_to_check(const WriteScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
