// What a view's accessor gives, and how it finds it.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The statements of an accessor: the careful one, where there are two.
void emit_accessor(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId id);
/// The statements of the quick one.
void emit_quick_accessor(Printer& out, const Symbols& symbols, plan::FieldId id);
/// The statements of an alternative's accessor, in the view of the switch.
void emit_alternative(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId id,
                      const plan::Alternative& alternative);

}  // namespace schemac::emit::cpp
