// Expressions that may not be computable, as C++ text: what is said of them then.
//
// What the compiler didn't prove to fit 64 bits can overflow. A condition is false then, a fact is
// none, a tag is that of no alternative.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/spelling.h"
#include "plan/expression.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// A condition that can fail: false where it can't be computed. (What it looks into would have to
/// live in memory if it weren't inlined.)
[[nodiscard]] std::string holds_if_it_fits(const std::string& condition,
                                           const std::string& flag = "fits");

/// A condition, false where it can't be computed, that leaves the flag of the spelling alone.
[[nodiscard]] std::string presence_of(const plan::Expr& expr, const Spelling& spelling,
                                      bool is_operand = false);

/// Whether an expression that can fail can be computed.
[[nodiscard]] std::string is_number(const plan::Expr& expr, const Spelling& spelling);
/// Whether an expression can be computed and fits a type of whole numbers.
[[nodiscard]] std::string fits_in_type(const plan::Expr& expr, const std::string& type,
                                       const Spelling& spelling);

/// A tag without its sign: a number without a case where it can't be computed.
[[nodiscard]] std::string tag_of(const plan::Switch& choice, const Spelling& spelling);
/// As a fact of a sentence: what can't be calculated is schemac::impl::no_fact.
[[nodiscard]] std::string fact_of(const plan::Expr& expr, const Spelling& spelling);
/// As std::uint64_t, where it was found not to be below 0.
[[nodiscard]] std::string unsigned_of(const plan::Expr& expr, const Spelling& spelling);
/// "{n, size}": facts with the braces of Facts; nothing where there are none.
[[nodiscard]] std::string braced_facts(const std::vector<plan::Expr>& facts,
                                       const Spelling& spelling);

/// The dims of an array, as something with size() and operator[].
[[nodiscard]] std::string dims_of(const plan::Dims& dims, const Spelling& spelling);

}  // namespace schemac::emit::cpp
