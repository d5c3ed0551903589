// One body, wherever it stands: what finds and checks it.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints what finds (and checks) a body; the function at hand returns null after a fault. Returns
/// where the body ends.
std::string emit_body(Printer& out, Walk& walk, const plan::Body& body, const Site& site);

/// Prints `x_code` and `x_extent` of an array x: its dtype, its size.
void emit_array_size(Printer& out, Walk& walk, const plan::Array& array, const Site& site);

}  // namespace schemac::emit::cpp
