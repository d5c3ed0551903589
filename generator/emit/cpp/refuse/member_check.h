// The checks of one member: whether it may be there, then its body.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The checks of one member, if it is there.
void emit_member_check(Printer& out, const WriteScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
