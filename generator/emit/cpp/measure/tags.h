// The tag of a switch, found from the alternative that a value holds.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `tag_of_...(value)` for the switches of a record whose tag follows from the alternative held.
void emit_tag_functions(Printer& out, const plan::Plan& plan, const plan::Record& record);

}  // namespace schemac::emit::cpp
