// How a record's numbers with forms were spelled: what a view gives to those who read values.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {

/// "n_spelled_"
[[nodiscard]] std::string spelling_accessor(const plan::Field& field);
void emit_spelling_declarations(Printer& out, const plan::Record& record);
void emit_spelling_bodies(Printer& out, const Symbols& symbols);

}  // namespace schemac::emit::cpp
