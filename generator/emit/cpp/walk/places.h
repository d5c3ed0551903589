// The place of a field that has one to be found: what is there, or that it is absent.
#pragma once

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// A field that stands inline.
void emit_place(Printer& out, Walk& walk, const plan::Place& place);

}  // namespace schemac::emit::cpp
