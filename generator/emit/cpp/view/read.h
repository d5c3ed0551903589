// From views to values: `read_value`, one overload a record and one a switch.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The functions, declarations first. For the part below the rule, in the format's namespace.
void emit_read_values(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
