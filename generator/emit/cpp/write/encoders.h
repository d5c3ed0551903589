// Makes the stored bytes of encoded fields, before anything else is written.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// For each record that has, or holds, encoded fields a function that makes their stored bytes. In
/// `whole`, the plan of readers, stored bytes are records.
void emit_encoders(Printer& out, const plan::Plan& plan, const plan::Plan& whole);

}  // namespace schemac::emit::cpp
