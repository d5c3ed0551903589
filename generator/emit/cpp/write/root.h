// What a generated header says of a root, for the runtime's drivers (schemac/walk/whole_file.h,
// schemac/read/whole_file.h, schemac/write/whole_file.h).
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the struct of a root, for namespace `detail`, after all functions. `written` is the
/// written plan (plan/writing/written_plan.h), `plan` the other.
void emit_root(Printer& out, const plan::Plan& written, const plan::Plan& plan,
               const plan::Root& root);

}  // namespace schemac::emit::cpp
