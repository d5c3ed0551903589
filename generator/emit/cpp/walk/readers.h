// The functions that make values while a file is checked, in one pass (plan/reading/one_pass.h).
#pragma once

#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// One for each record that is read so.
void emit_readers(Printer& out, const plan::Plan& plan, Forms& forms);

}  // namespace schemac::emit::cpp
