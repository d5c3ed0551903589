// Offsets, before anything is written: whether content can be put where values say, and whether
// fields that state where it was put have room for that.
#pragma once

#include <string>

#include "emit/cpp/measure/scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Where content is to lie whose offset is given, or a section to begin, as a std::uint64_t.
[[nodiscard]] std::string given_place(const WriteScope& scope, const plan::Expr& target);

/// `check_begins(value, layout, rejection)` of a root: whether its sections can begin where values
/// say, and whether fields that state where they begin have room for that.
[[nodiscard]] bool checks_begins(const plan::Record& root);
void emit_begins_check(Printer& out, const plan::Plan& plan, const plan::Record& root);

/// `check_places(value, frame, layout, rejection, blobs)` of a record that places payloads in a
/// section of one around it.
void emit_places_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record);
void emit_places_check(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// `check_places(value, layout, rejection)` of a root.
void emit_file_places_check(Printer& out, const plan::Plan& plan, const plan::Record& root);

}  // namespace schemac::emit::cpp
