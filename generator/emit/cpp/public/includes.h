// What a generated header includes.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints `#pragma once`, the #include lines and the check of the runtime's version. Headers that
/// take long to compile come in only where a format needs them.
void emit_includes(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
