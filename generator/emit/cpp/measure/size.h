// The second step of writing: how large values become.
//
// Sizes are expressions over members. A record with a field that is aligned from the start of the
// file has another size at another place: its functions take `begin`, where it will lie.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `size_of(value)` of one record, with a function for each of its switches.
void emit_size_functions(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// Bytes of a record's inline fields, and how far from its start a field lies.
[[nodiscard]] std::string inline_size(const WriteScope& scope);
[[nodiscard]] std::string inline_offset(const WriteScope& scope, plan::FieldId id);

/// These arguments of a record that is held: ", width", or nothing.
[[nodiscard]] std::string measuring_arguments(const WriteScope& scope, const plan::Nested& nested);
/// Whether the function that writes a record takes its parameters: that of a message only if
/// something follows from them.
[[nodiscard]] bool takes_params(const plan::Record& record);

/// What the function that measures a switch gets beside its value, which doesn't know the record:
/// arguments of the records that it may hold. `text` is how the record spells one.
struct SizeArgument {
  std::string type, name, text;
};
[[nodiscard]] std::vector<SizeArgument> size_arguments(const WriteScope& scope,
                                                       const plan::Switch& choice);

}  // namespace schemac::emit::cpp
