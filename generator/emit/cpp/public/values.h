// The value structs of a generated header: what its user fills, compares and prints.
//
// A struct has a member for each field that a person means; what follows from others (counts,
// sizes, offsets, padding, constants) has none, so nobody can set it wrong.
#pragma once

#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The structs with their doc comments, in an order that compiles, and the declarations of
/// `to_string` for them. For the public part of the header, after the enumerations.
void emit_value_declarations(Printer& out, const plan::Plan& plan);

/// Whether the only choice of a message is what it doesn't declare: the runtime has a struct for
/// it.
[[nodiscard]] bool has_unknown_fields_alone(const plan::Record& record);

/// What `schemac::for_each_member` and `schemac::to_string` need to know of the structs: for the
/// part below the rule, inside the format's namespace (found by argument-dependent lookup).
void emit_value_bodies(Printer& out, const plan::Plan& plan);

/// The same for `type`, which is derived from the struct of a record that grows and hides its list.
void emit_visitor_of_stream(Printer& out, const plan::Record& record, const std::string& type);

}  // namespace schemac::emit::cpp
