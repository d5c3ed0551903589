// Enumerations of a generated header: the types, their names, what is known of their members.
#pragma once

#include <string>

#include "emit/cpp/spell/expressions.h"
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

/// What `schemac::array_size` wants to know of an array's elements: a schemac::ElementSize where
/// that is a look-up away, else their dtype. Without a dtype (an unknown member) no size fits.
[[nodiscard]] std::string element_size(const plan::Plan& plan, const plan::Expr& dtype,
                                       const Spelling& spelling);

/// "is_known_value_type": the function of namespace `detail` for an enumeration.
[[nodiscard]] std::string known_function(const plan::Enum& enumeration);

}  // namespace schemac::emit::cpp
