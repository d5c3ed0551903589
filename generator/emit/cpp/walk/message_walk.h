// Messages of protobuf: the walk of a view.
#pragma once

#include "emit/cpp/spell/layout.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {

/// Prints `XView::walk`.
void emit_message_walk(Printer& out, const Layout& layout);

}  // namespace schemac::emit::cpp
