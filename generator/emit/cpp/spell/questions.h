// What is asked about an expression before it is printed.
#pragma once

#include "plan/expression.h"
#include "plan/facts/element_rules.h"
#include "plan/operators.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether an argument of a nested record is a list of numbers.
[[nodiscard]] bool is_list(const plan::Expr& argument);

/// The opposite of a condition, so that `if` reads without a negation where that is possible.
[[nodiscard]] plan::Expr negated(const plan::Expr& expr);

/// Whether it is spelled with `||`, so that `&&` needs brackets around it.
[[nodiscard]] bool is_alternative(const plan::Expr& expr);

using plan::can_fail;
using plan::fields_read;
using plan::is_about_element;

}  // namespace schemac::emit::cpp
