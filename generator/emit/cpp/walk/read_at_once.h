// Values that are made while a file is checked, in one pass (Mode::read).
//
// A read otherwise is a check of the whole file, then a walk from view to view. Where every record
// is inline, one after the other, the check knows each member once it is past it, and makes the
// value then. If anything goes wrong, the file is read the other way from the start, which reports
// why; so this one reports nothing.
#pragma once

#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether files of that root can be read so.
[[nodiscard]] bool can_read_at_once(const plan::Plan& plan, const plan::Root& root);

/// The functions that do it, for all roots that can.
void emit_readers(Printer& out, const plan::Plan& plan, Forms& forms);

}  // namespace schemac::emit::cpp
