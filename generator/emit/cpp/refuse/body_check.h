// Checks of one body of a value: a field's, an element's, an alternative's.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints statements that end the function with false if the value breaks a rule of the body.
void emit_body_check(Printer& out, const CheckedBody& at, const plan::Body& body);

}  // namespace schemac::emit::cpp
