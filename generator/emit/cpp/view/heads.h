// Heads: what a record begins with, by itself, for readers that don't look at the rest of it.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "ChunkHead".
[[nodiscard]] std::string head_name(const plan::Record& record);
/// Prints the class of a record that has a head, in front of its view's.
void emit_head_class(Printer& out, const Symbols& symbols);
/// Prints, in its view, which class that is.
void emit_head_alias(Printer& out, const plan::Record& record);
/// Prints the bodies of its accessors.
void emit_head_bodies(Printer& out, const Symbols& symbols, Forms& forms);

}  // namespace schemac::emit::cpp
