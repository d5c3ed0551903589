// Records whose bytes are added up while their values are checked (plan/facts/measuring.h).
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `out.measure(20 + desc_length + value.data.size());`: what is a record's own, at the end of its
/// check, whose statements were printed before.
void emit_measuring(Printer& out, const WriteScope& scope);

}  // namespace schemac::emit::cpp
