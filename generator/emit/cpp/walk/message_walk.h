// Messages of protobuf: the walk of a view.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {

/// Prints `XView::walk`.
void emit_message_walk(Printer& out, const Symbols& symbols);

}  // namespace schemac::emit::cpp
