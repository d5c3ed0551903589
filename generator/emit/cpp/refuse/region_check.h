// The check that a field has the size that other values state.
#pragma once

#include "emit/cpp/measure/scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the check of that size, if there is one.
void emit_region_check(Printer& out, const WriteScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
