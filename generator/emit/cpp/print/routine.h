// The C++ of a routine: its steps (generator/steps), printed one after the other.
#pragma once

#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "steps/step.h"

namespace schemac::emit::cpp {

/// Prints `check_<record>` or `read_<record>`, which does what the steps say.
void print_routine(Printer& out, const plan::Plan& plan, Forms& forms,
                   const steps::Routine& routine);

}  // namespace schemac::emit::cpp
