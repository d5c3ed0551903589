// Whether content can lie where values say, and whether what states its place has room for that.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `check_starts(value, layout, rejection)` of a root: whether its sections can begin where values
/// say, and whether fields that state where they begin have room for that.
void emit_starts_check(Printer& out, const plan::Plan& plan, const plan::Record& root);

/// `check_places(value, frame, layout, rejection, blobs)` of a record that places payloads in a
/// section of one around it.
void emit_places_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record);
void emit_places_check(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// `check_places(value, layout, rejection)` of a root.
void emit_file_places_check(Printer& out, const plan::Plan& plan, const plan::Record& root);

}  // namespace schemac::emit::cpp
