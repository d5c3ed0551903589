// JSON texts in a header: the constant forms by which the runtime's library decodes and writes
// them.
#pragma once

#include <set>
#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints members, records and texts as constants, and the checks of texts.
void emit_json_forms(Printer& out, const plan::Plan& plan);

/// "detail::meta_text, detail::file_meta_json_malformed_checks": the template arguments for a text.
[[nodiscard]] std::string text_arguments(const plan::Plan& plan, const plan::Nested& nested);

/// The checks of a value of no type.
[[nodiscard]] std::string free_checks(const plan::Plan& plan, const plan::FreeForm& free);

/// "schemac::impl::json::Style{...}".
[[nodiscard]] std::string style_text(const model::JsonStyle& style);
/// ", schemac::impl::json::python_style", of a value inside of a text; nothing for JSON.
[[nodiscard]] std::string inner_style(const plan::FreeForm& free);

/// "<schemac::impl::json::Syntax::python>", of a check; nothing for JSON.
[[nodiscard]] std::string syntax_argument(impl::json::Syntax syntax);

/// Records that are whole texts.
[[nodiscard]] std::set<plan::RecordId> whole_texts(const plan::Plan& plan);

}  // namespace schemac::emit::cpp
