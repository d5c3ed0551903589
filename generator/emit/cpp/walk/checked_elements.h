// Elements of lists that a range can check one by one, by all rules about them, and show while it
// does: what validating first and walking then would do in two passes.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the check of a record needs nothing of what is around it, and ranges walk over such
/// records.
[[nodiscard]] bool is_checked_alone(const plan::Plan& plan, plan::RecordId id);
/// The plan in which the checks of these records can show what they have checked.
[[nodiscard]] plan::Plan with_checked_elements(const plan::Plan& plan);
/// Prints the bodies of `XView::check_`. After the checks of all records.
void emit_checked_elements(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
