// Fields that may be absent, have a stated size, or stand elsewhere.
#pragma once

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// An array after a jump whose size is stated, too: its check is one comparison where all is well.
[[nodiscard]] bool is_stated_array(const plan::Field& field);

/// Prints the function of a field that stands elsewhere.
void emit_jump(Printer& out, Walk& walk, plan::FieldId id);

/// Prints all checks of an array whose size is stated.
void emit_slow_jump(Printer& out, Walk& walk, plan::FieldId id);

/// Prints the function of a field that stands in its record.
void emit_inline_field(Printer& out, Walk& walk, plan::FieldId id);

/// Whether rules about the elements, which need fields after the list, have to know that it was
/// read to its end: a region that holds a broken element is passed over.
[[nodiscard]] bool tells_if_whole(const Layout& layout, Mode mode, plan::FieldId id);

}  // namespace schemac::emit::cpp
