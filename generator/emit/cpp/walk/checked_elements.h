// Checks of elements that a range makes one by one (plan/reading/one_pass.h).
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the bodies of `XView::check_`. After the checks of all records.
void emit_checked_elements(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
