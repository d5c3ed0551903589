// How the bytes of one body are put, given how its value is spelled.
#pragma once

#include <cstdint>
#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether room for a whole record can be taken at once: only straight from the writer.
enum class Granularity { record, field };

/// Prints what puts a body, whose value is `x`, into `out`.
void emit_body(Printer& out, const WriteScope& scope, plan::FieldId id, const plan::Body& body,
               const std::string& x, Granularity granularity);

/// A field of a run, room for which was taken: its variable, and the bytes before the field.
struct InRun {
  std::string run;
  std::uint64_t offset = 0;
};

/// Prints what stores the scalar of a field there.
void emit_store(Printer& out, const WriteScope& scope, plan::FieldId id, const InRun& where);
/// "std::uint32_t, schemac::Endian::big": the arguments of what stores a scalar.
[[nodiscard]] std::string stored_arguments(const WriteScope& scope, plan::FieldId id);

}  // namespace schemac::emit::cpp
