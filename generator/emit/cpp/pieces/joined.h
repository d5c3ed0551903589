// Arrays made of pieces elsewhere: what a view gives for one, and what cuts one into a value.
#pragma once

#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The accessors of a record's view.
void emit_joined_declarations(Printer& out, const plan::Record& record);
/// Their bodies, after those of all other accessors.
void emit_joined_bodies(Printer& out, const plan::Plan& plan);

/// The checks of arrays of a file's record, after all others.
void emit_joined_checks(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// Whether a record has arrays whose dimensions say how large they are.
[[nodiscard]] bool has_joined_sizes(const plan::Record& record);
/// The same checks of a value that is to be written.
void emit_joined_value_checks(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// The array whose bytes are cut into the elements of a list, all of one size but the last; null if
/// none is, or if more than a piece has to be said of an element. How that size is spelled.
[[nodiscard]] const plan::JoinedArray* array_cut_into(const plan::Plan& plan,
                                                      const plan::Record& record,
                                                      plan::FieldId list);
[[nodiscard]] std::string size_of_cut(const plan::Record& record, const plan::JoinedArray& array);

/// What makes the pieces of a value.
void emit_cut_declarations(Printer& out, const plan::Plan& plan);
void emit_cut_bodies(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
