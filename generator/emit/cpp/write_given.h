// Offsets, before anything is written: whether content can be put where values say, and whether
// fields that state where it was put have room for that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "emit/cpp/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Where content is to lie whose offset is given, as a std::uint64_t.
[[nodiscard]] std::string given_place(const WriteScope& scope, const plan::Jump& jump);
/// Whether any content of the format lies at an offset that a value gives.
[[nodiscard]] bool has_given_places(const plan::Plan& plan);

/// The greatest offset that fits the field which states where content lies; none if it is given, if
/// all do, or if the field holds more than the offset.
[[nodiscard]] std::optional<std::uint64_t> greatest_offset(const plan::Record& record,
                                                           const plan::Field& content);
/// The least of these; none if there are no such fields.
[[nodiscard]] std::optional<std::uint64_t> narrowest_offset(const plan::Plan& plan);

/// `check_places(value, frame, layout, rejection, blobs)` of a record that places payloads in a
/// section of one around it.
void emit_places_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record);
void emit_places_check(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// `check_places(value, layout, rejection)` of a root.
void emit_file_places_check(Printer& out, const plan::Plan& plan, const plan::Record& root);

}  // namespace schemac::emit::cpp
