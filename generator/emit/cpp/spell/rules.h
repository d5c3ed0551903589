// The rules of a schema as functions, each under its own words. The walk that checks a file and the
// check of a value both call them.
#pragma once

#include <optional>
#include <string>

#include "emit/cpp/spell/spelling.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the functions of all rules that ask for numbers and lists alone. For namespace `detail`.
void emit_rule_functions(Printer& out, const plan::Plan& plan);

/// "detail::quant_one_scale_holds(scale_count, scale_mode)": whether the rule of a record that has
/// this check holds, as its function says; none if it has no function.
[[nodiscard]] std::optional<std::string> rule_call(const plan::Plan& plan,
                                                   const plan::Record& record, plan::CheckId check,
                                                   const Spelling& spelling);

}  // namespace schemac::emit::cpp
