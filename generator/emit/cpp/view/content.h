// What accessors return of each kind of body: the expression that makes it.
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What stands in `region`, as an expression. `suffix` is that of the names of an alternative.
[[nodiscard]] std::string content_in(const Layout& layout, Forms& forms, Scope& scope,
                                     plan::FieldId id, const plan::Body& body,
                                     const std::string& region, const std::string& suffix = "");

/// What a function of a switch's view needs of the record around it.
[[nodiscard]] Uses content_uses(const Layout& layout, plan::FieldId id);

/// ", given_n_, blobs_section_": what a view passes on to those of records inside it.
[[nodiscard]] std::string passed_on(Scope& scope, const plan::Nested& nested);

/// Prints that content isn't there if no dtype is known for it.
void emit_unknown_dtype(Printer& out, Scope& scope, const plan::Body& body, const std::string& name,
                        const std::string& at);

}  // namespace schemac::emit::cpp
