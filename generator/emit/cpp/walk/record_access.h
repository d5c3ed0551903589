// What expressions of other records may ask of the view of a record.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints what others may do with the view of a record that expressions look into; nothing for any
/// other. For namespace `detail`, before all walks.
void emit_record_access(Printer& out, const plan::Plan& plan, const plan::Record& record);

}  // namespace schemac::emit::cpp
