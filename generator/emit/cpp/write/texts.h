// JSON texts in fields: the functions that make them of values.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Declares, or defines, the functions that make texts of values.
void emit_text_declarations(Printer& out, const plan::Plan& plan);
void emit_text_functions(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
