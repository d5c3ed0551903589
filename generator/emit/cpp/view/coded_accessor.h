// The accessors of bytes that a codec made: as they are stored, to be decoded.
#pragma once

#include "emit/cpp/spell/symbols.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The accessor of a field as schemac::CodedBytes, beside that of what lies in the bytes.
void emit_coded_declaration(Printer& out, const Symbols& symbols, plan::FieldId id);
void emit_coded_accessor(Printer& out, const Symbols& symbols, plan::FieldId id);

}  // namespace schemac::emit::cpp
