// The third step of writing: where sections begin, and where payloads come to lie.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `place(value, blobs)` of a record that places payloads in a section of one around it.
void emit_place_function(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// `struct LayoutOfFile` and `lay_out(value)` of a root: where each section begins, and the size of
/// the file.
void emit_file_layout(Printer& out, const plan::Plan& plan, const plan::Record& root);

/// Prints `place(x, blobs);` for each record that the body (spelled `x`) holds and that places
/// payloads.
void emit_place_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x);

/// `place(x, blobs);` of one record that places payloads.
void emit_place_call(Printer& out, const WriteScope& scope, const plan::Nested& nested,
                     const std::string& x);

/// Where the content of a field with an offset goes, without what its records place.
void emit_own_place(Printer& out, const WriteScope& scope, plan::FieldId id);

/// Prints where the payloads of one field go: its own, then those of the records that it holds.
void emit_place_field(Printer& out, const WriteScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
