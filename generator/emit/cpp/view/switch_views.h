// The view of a switch: which alternative is there, and an accessor for each.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the class.
void emit_switch_class(Printer& out, const Symbols& symbols, plan::FieldId id);

/// Prints the bodies of its functions.
void emit_switch_bodies(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId id);

}  // namespace schemac::emit::cpp
