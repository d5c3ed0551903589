// Derived fields as the locals of a check, which have to fit where they are stored.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether derived fields were checked before, or are while they are computed.
enum class Numbers : std::uint8_t { fit, are_checked };

/// Prints that a derived field has room for what it states.
void emit_derived_check(Printer& out, const WriteScope& scope, plan::FieldId id);

/// Numbers that others are calculated with have to fit first, where it matters.
/// Those that the statements of the function use, which were printed before.
void emit_locals(Printer& out, const WriteScope& scope, Numbers numbers = Numbers::fit);

}  // namespace schemac::emit::cpp
