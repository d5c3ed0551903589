// Runs: adjacent fields of known size that share one bounds check.
#pragma once

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

void emit_run(Printer& out, Walk& walk, const plan::Run& run);

}  // namespace schemac::emit::cpp
