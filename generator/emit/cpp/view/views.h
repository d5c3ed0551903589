// The views of a generated header: a class a record, and one a switch, which look at bytes in
// place.
#pragma once

#include <string>

#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Forward declarations, a sentence each.
void emit_view_names(Printer& out, const plan::Plan& plan);
/// The classes with declarations of their members; each after those that it needs whole.
void emit_view_classes(Printer& out, const plan::Plan& plan);
/// The bodies of constructors and accessors.
void emit_view_bodies(Printer& out, const plan::Plan& plan, Forms& forms);

/// Prints those bodies that walk fields, after the functions that do so.
void emit_late_accessors(Printer& out, const plan::Plan& plan, Forms& forms);

}  // namespace schemac::emit::cpp
