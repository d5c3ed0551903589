// Bytes that the elements of a list share among them: that they are all there.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What finds the parts of bytes in a view, and in a value.
void emit_part_finders(Printer& out, const plan::Plan& plan, const plan::Record& record);
void emit_value_part_finders(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// The checks of parts in a file, after all others.
void emit_part_checks(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// The same checks of the value `file`, before anything is written.
void emit_value_part_checks(Printer& out, const plan::Plan& plan, const plan::Record& record);

}  // namespace schemac::emit::cpp
