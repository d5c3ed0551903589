// The last step of writing: the bytes, in the order of the file.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `emit(value, out, ...)` of a record: its inline bytes, into a schemac::impl::Writer or a
/// schemac::impl::Room.
void emit_record_writer(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// `emit(value, layout, out)` of a root: the whole file.
void emit_file_writer(Printer& out, const plan::Plan& plan, const plan::Record& root);

/// `emit_elements(value, out)` of a root whose list grows: the elements at hand alone.
void emit_elements_writer(Printer& out, const plan::Plan& plan, const plan::Record& root);

}  // namespace schemac::emit::cpp
