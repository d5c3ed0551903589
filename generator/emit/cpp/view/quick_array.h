// Accessors of arrays that go through where all is well, and ask another one for what is wrong.
//
// They are inlined, so that a loop over views keeps these in registers.
#pragma once

#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether a field has two accessors: one that is inlined and goes through where all is well, and
/// `careful_x_`, which it asks for what is wrong.
[[nodiscard]] bool has_careful_accessor(const Symbols& symbols, plan::FieldId id);
/// The statements of the quick one.
void emit_quick_array(Printer& out, const Symbols& symbols, ReadScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
