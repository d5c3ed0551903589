// What accessors return of each kind of body: the expression that makes it.
#pragma once

#include <string>

#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What lies in `region`, as an expression. `suffix` is that of the names of an alternative.
[[nodiscard]] std::string content_in(const Symbols& symbols, Forms& forms, ReadScope& scope,
                                     plan::FieldId id, const plan::Body& body,
                                     const std::string& region, const std::string& suffix = "");

/// ", given_n_, blobs_section_": what a view passes on to those of records inside it.
[[nodiscard]] std::string passed_on(ReadScope& scope, const plan::Nested& nested);

/// Prints that content isn't there if no dtype is known for it.
void emit_unknown_dtype(Printer& out, ReadScope& scope, const plan::Body& body,
                        const std::string& name, const std::string& at);

}  // namespace schemac::emit::cpp
