// Fields that have to fill as many bytes as the schema, or given values, say.
#pragma once

#include "emit/cpp/measure/scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The size that a field has to have, where given values and the schema say it; else null.
[[nodiscard]] const plan::Expr* region_to_check(const WriteScope& scope, plan::FieldId id);
/// Prints the check of that size, if there is one.
void emit_region_check(Printer& out, const WriteScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
