// Content at offsets, as it is put into its section.
#pragma once

#include <cstdint>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `emit_blobs(value, out)` for each section that the record places payloads in: those payloads.
void emit_payload_writers(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// Declares them: for records that hold each other.
void declare_payload_writers(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// The payloads in a section of a root, in the order in which they were placed.
void emit_file_payloads(Printer& out, const WriteScope& scope, std::uint32_t index);

/// Adds the fields that the records of a field get as parameters.
void add_arguments(const plan::Plan& plan, const plan::Field& field,
                   std::vector<plan::FieldId>& wanted);

}  // namespace schemac::emit::cpp
