// Elements of a list: scalars of one size, and what rules about elements ask of their order.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// The scalars of a list, if these have one size: such a list has one bounds check.
[[nodiscard]] const Scalar* packed_element(const List& list);

/// Whether a rule looks at the element after the one that it is about.
[[nodiscard]] bool looks_ahead(const List& list);

/// Whether an expression asks for nothing but the element that a rule is about, and can't fail.
[[nodiscard]] bool is_about_element(const Expr& expr);

/// Whether an expression asks for that: Op::element, Op::index.
[[nodiscard]] bool asks(const Expr& expr, Op op);

/// Whether a rule asks where an element is among the others, in a list that writers sort. They hold
/// all rules of its elements against the order of the file, after they looked at each element.
[[nodiscard]] bool has_rules_of_order(const List& list);

}  // namespace schemac::plan
