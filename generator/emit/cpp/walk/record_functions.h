// The walks of whole records: the check of each, and the walk of its view.
#pragma once

#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Declares the check of a record that holds itself. For namespace `detail`, before the next one.
void emit_record_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// Prints the check of a record, rare parts of it first. For namespace `detail`.
void emit_record_check(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id);
/// Prints `XView::walk` and the functions that it needs (those in a namespace `detail` of their
/// own).
void emit_record_walk(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id);

/// Prints the function that checks a record and makes its value (readers.h).
void emit_record_reader(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id);
/// Whether a file's record is shown by a walk of its own when it is opened: as a part of other
/// records its numbers aren't looked at.
[[nodiscard]] bool is_opened_apart(const plan::Plan& plan, plan::RecordId id);

}  // namespace schemac::emit::cpp
