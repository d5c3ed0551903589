// What the function of a field's content does: one case for each alternative of a switch, or the
// steps of a body that lies elsewhere.
#pragma once

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the content of a field, or of an element of it; `own` is its frame.
void emit_content(Printer& out, Walk& walk, plan::FieldId id);

/// Prints the list of a field whose content is one of its elements.
void emit_elements(Printer& out, Walk& walk, plan::FieldId id);

}  // namespace schemac::emit::cpp
