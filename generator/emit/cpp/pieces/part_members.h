// Bytes that elements of a list have as members, though they lie elsewhere: read from there, placed
// there by the writer.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether values of a file hold parts.
[[nodiscard]] bool places_parts(const plan::Record& root);

void emit_member_parts(Printer& out, const plan::Plan& plan);

/// Of an element: keeps in `out` where its part lies. Of a file: looks up all parts.
void emit_read_place(Printer& out, const plan::Record& record);
void emit_read_parts(Printer& out, const plan::Record& root);
/// Gives the parts of `file` their places, before it is checked and written.
void emit_place_parts(Printer& out, const plan::Plan& plan, const plan::Record& root);

/// Accessors of the view of a file: the part of an element.
void emit_part_declarations(Printer& out, const plan::Plan& plan, const plan::Record& root);
void emit_part_accessors(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
