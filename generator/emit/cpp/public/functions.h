// The public functions of a generated header: read, view, write, validate.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

void emit_function_declarations(Printer& out, const plan::Plan& plan);
/// Their bodies, after the structs of the roots.
void emit_function_bodies(Printer& out, const plan::Plan& plan);
/// What templates of the runtime need to find them. Outside of the format's namespace.
void emit_format_traits(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
