// Sizes and counts that ask where things lie, or how large the file is: what values hold is held
// against them where a record is put, since its place is known then.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The fields that these sizes name.
void add_asked_in_sizes(const WriteScope& scope, std::vector<plan::FieldId>& fields);
/// Takes note of what values of the record at hand hold that isn't as they ask.
void emit_asked_sizes(Printer& out, const WriteScope& scope);

}  // namespace schemac::emit::cpp
