// The comment that a generated header begins with: what the format is, how it lies in bytes, four
// lines of use.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

void emit_leading_comment(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
