// Checks of what was loaded, and the facts that their sentences have.
#pragma once

#include <string>

#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `if (bad && !context.note(...)) return nullptr;`
void emit_check(Printer& out, const Walk& walk, plan::CheckId check, const std::string& bad,
                const std::string& frame, const std::string& at, const std::string& facts);
/// "!schemac::impl::msgpack::has_tag<std::uint32_t>(begin)": whether the tag at `at` is none of a
/// scalar's.
[[nodiscard]] std::string wrong_tag(const plan::Scalar& scalar, const std::string& at);
/// The checks of a scalar that was loaded: constant, unknown member, boolean, unknown flag.
void emit_scalar_checks(Printer& out, const Walk& walk, const plan::Scalar& scalar,
                        const std::string& value, const std::string& frame, const std::string& at);
/// Whether there are such checks.
[[nodiscard]] bool checks_value(const Walk& walk, const plan::Scalar& scalar);

/// `{value}` or nothing: the braces of Facts.
[[nodiscard]] std::string facts_of(Scope& scope, const std::vector<plan::Expr>& facts);
[[nodiscard]] std::string braced_facts(const std::vector<plan::Expr>& facts,
                                       const Spelling& spelling);

}  // namespace schemac::emit::cpp
