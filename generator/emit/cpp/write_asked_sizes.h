// Sizes and counts that ask where things lie, or how large the file is: what values hold is held
// against them where a record is put, since its place is known then.
#pragma once

#include "emit/cpp/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the size or the count of a field, or of something in it, asks that.
[[nodiscard]] bool has_asked_size(const WriteScope& scope, plan::FieldId id);
/// Whether a field of a record, or of any record, has such a size.
[[nodiscard]] bool has_asked_sizes(const plan::Plan& plan, const plan::Record& record);
[[nodiscard]] bool has_asked_sizes(const plan::Plan& plan);
/// The fields that these sizes name.
void add_asked_in_sizes(const WriteScope& scope, std::vector<plan::FieldId>& fields);
/// Takes note of what values of the record at hand hold that isn't as they ask.
void emit_asked_sizes(Printer& out, const WriteScope& scope);

}  // namespace schemac::emit::cpp
