// The check of what a message doesn't declare.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The check of what the message doesn't declare.
void emit_unknown_check(Printer& out, const WriteScope& scope, const plan::MessageFields& message);

}  // namespace schemac::emit::cpp
