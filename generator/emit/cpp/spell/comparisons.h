// Comparisons in C++: how they are written, and which of them compilers warn of.
#pragma once

#include <optional>
#include <string_view>

#include "plan/expression.h"

namespace schemac::emit::cpp {

struct Comparison {
  plan::Op op;
  plan::Op turned;            ///< what holds of the operands in the other order
  std::string_view function;  ///< "std::cmp_less_equal", for operands of different signs
  bool (*holds)(model::Int128 x, model::Int128 y);
};

/// Null for other operations.
[[nodiscard]] const Comparison* comparison_of(plan::Op op);

/// A comparison of a number with a constant: "3 < x" is that of x, ">" and 3.
struct WithConstant {
  const plan::Expr* number;
  const Comparison* compared;
  model::Int128 constant;
  [[nodiscard]] bool holds(model::Int128 x) const { return compared->holds(x, constant); }
};
[[nodiscard]] std::optional<WithConstant> with_constant(const plan::Expr& expr);

/// Whether a comparison should be written as a call, since compilers warn of what they can find
/// out: operands of different signs, or a constant that decides it.
[[nodiscard]] bool would_warn(const plan::Expr& comparison);

}  // namespace schemac::emit::cpp
