// Enumerations of a generated header: the types, their names, the tables about their members.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The enum classes with their documentation, and the declarations of `name_of` and `is_known`. For
/// the public part.
void emit_enums(Printer& out, const plan::Plan& plan);

/// For namespace `detail`: whether a number is a member's, and the members' attributes (see
/// attribute_function()).
void emit_enum_tables(Printer& out, const plan::Plan& plan);

/// The bodies of `name_of` and `is_known`.
void emit_enum_bodies(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
