// What is asked about an expression before it is printed.
#pragma once

#include <vector>

#include "plan/expression.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether an argument of a nested record is a list of numbers.
[[nodiscard]] bool is_list(const plan::Expr& argument);

/// The opposite of a condition, so that `if` reads without a negation where that is possible.
[[nodiscard]] plan::Expr negated(const plan::Expr& expr);

using plan::can_fail;
/// Whether it asks for nothing but the element that a rule is about, and can't fail.
[[nodiscard]] bool is_about_element(const plan::Expr& expr);

/// Fields that `expr` reads.
[[nodiscard]] std::vector<plan::FieldId> fields_read(const plan::Expr& expr);

}  // namespace schemac::emit::cpp
