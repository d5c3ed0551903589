// Arrays made of pieces elsewhere: what a view gives for one, and what cuts one into a value.
#pragma once

#include "emit/cpp/layout.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

[[nodiscard]] bool has_joined(const plan::Plan& plan);

/// The accessors of a record's view.
void emit_joined_declarations(Printer& out, const plan::Record& record);
/// Their bodies, behind those of all other accessors.
void emit_joined_bodies(Printer& out, const plan::Plan& plan);

/// The checks of arrays of a file's record, behind all others.
void emit_joined_checks(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// Whether a record has arrays whose dimensions say how large they are.
[[nodiscard]] bool has_joined_sizes(const plan::Record& record);
/// The same checks of a value that is to be written.
void emit_joined_value_checks(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// What makes the pieces of a value.
void emit_cut_declarations(Printer& out, const plan::Plan& plan);
void emit_cut_bodies(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
