// Messages of protobuf: the constants by which the runtime goes through their fields.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The constants, for all messages of a plan.
void emit_message_forms(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
