// The public functions of a generated header: read, view, write, validate.
#pragma once

#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

void emit_function_declarations(Printer& out, const plan::Plan& plan);
/// Their bodies, after the structs of the roots.
void emit_function_bodies(Printer& out, const plan::Plan& plan);
/// "RootOfFile": the struct by which the runtime reads and writes files of a root; and what it says
/// of reading.
[[nodiscard]] std::string root_name(const plan::Record& record);
void emit_reading(Printer& out, const plan::Plan& plan, const plan::Root& root);
/// What templates of the runtime need to find them. Outside of the format's namespace.
void emit_format_traits(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
