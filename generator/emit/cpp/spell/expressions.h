// Expressions of the plan as C++ text.
//
// Whoever prints an expression says how its leaves are spelled (spelling.h), and gets text that
// computes it. What the compiler didn't prove to fit 64 bits is computed with schemac::checked_*
// functions, which clear the flag named by `Spelling::fits`.
#pragma once

#include <string>

#include "emit/cpp/spell/spelling.h"
#include "plan/expression.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The expression as C++. Numbers are std::uint64_t where the range has no negative values, else
/// std::int64_t; conditions are bool. The result is a primary expression if `is_operand`, else it
/// may have operators outside.
[[nodiscard]] std::string text_of(const plan::Expr& expr, const Spelling& spelling,
                                  bool is_operand = false);
/// The same as a condition: bool in C++.
[[nodiscard]] std::string condition_of(const plan::Expr& expr, const Spelling& spelling,
                                       bool is_operand = false);

/// An argument of a nested record that is a number: the largest one where it can't be computed.
[[nodiscard]] std::string number_argument(const plan::Expr& argument, const Spelling& spelling);
/// An argument of a nested record that is a list of numbers, as a schemac::impl::NumberList.
[[nodiscard]] std::string list_argument(const plan::Expr& argument, const Spelling& spelling);

/// "value_type_dtype": the function of namespace `detail` that gives an attribute's number (0 if
/// the value doesn't state it); with "has_" before it, whether it does. Both take a std::uint64_t.
[[nodiscard]] std::string attribute_function(const plan::Plan& plan, plan::EnumId id,
                                             std::uint32_t attribute);

}  // namespace schemac::emit::cpp
