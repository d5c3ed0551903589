// Messages of protobuf: the walk of a view, and the check.
#pragma once

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {

/// Prints `XView::walk`.
void emit_message_walk(Printer& out, const Layout& layout);
/// The statements of a message's check.
void emit_message_check(Printer& out, const Layout& layout, Forms& forms, Mode mode);

}  // namespace schemac::emit::cpp
