// What the accessors of a message's view do.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The statements of the accessor of a field.
void emit_message_accessor(Printer& out, const Symbols& symbols, plan::FieldId id);

}  // namespace schemac::emit::cpp
