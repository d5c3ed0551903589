// How the bytes of one body are put, given how its value is spelled.
#pragma once

#include <string>

#include "emit/cpp/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether room for a whole record can be taken at once: only straight from the writer.
enum class Granularity { record, field };

/// Prints what puts a body, whose value is `x`, into `out`.
void emit_body(Printer& out, const WriteScope& scope, plan::FieldId id, const plan::Body& body, const std::string& x,
               Granularity granularity);

/// Prints what stores a scalar, whose value is `x`, at `at`: a pointer into room that was taken.
void emit_store(Printer& out, const plan::Scalar& scalar, const std::string& x, bool is_exact, const std::string& at);

}  // namespace schemac::emit::cpp
