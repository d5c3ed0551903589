#include "emit/cpp/spell/comparisons.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace schemac::emit::cpp {
namespace {

using model::Int128;
using plan::Expr;
using plan::Op;

constexpr auto comparisons = std::to_array<Comparison>({
    {Op::equal, Op::equal, "std::cmp_equal", [](Int128 x, Int128 y) { return x == y; }},
    {Op::not_equal, Op::not_equal, "std::cmp_not_equal", [](Int128 x, Int128 y) { return x != y; }},
    {Op::less, Op::greater, "std::cmp_less", [](Int128 x, Int128 y) { return x < y; }},
    {Op::less_equal, Op::greater_equal, "std::cmp_less_equal",
     [](Int128 x, Int128 y) { return x <= y; }},
    {Op::greater, Op::less, "std::cmp_greater", [](Int128 x, Int128 y) { return x > y; }},
    {Op::greater_equal, Op::less_equal, "std::cmp_greater_equal",
     [](Int128 x, Int128 y) { return x >= y; }},
});

bool is_literal(const Expr& expr) { return expr.op == Op::constant; }
bool may_be_negative(const Expr& expr) { return expr.range.min < 0; }

// Whether a constant takes part in comparisons with either sign.
bool fits_int(const Expr& expr) { return !is_literal(expr) || expr.number <= INT32_MAX; }

bool has_mixed_signs(const Expr& x, const Expr& y) {
  const bool has_constant = is_literal(x) || is_literal(y);
  return may_be_negative(x) != may_be_negative(y) &&
         !(has_constant && x.number >= 0 && y.number >= 0 && fits_int(x) && fits_int(y));
}

bool asks_size(const Expr& expr) {
  return expr.op == Op::size_of || expr.op == Op::offset_of ||
         std::ranges::any_of(expr.args, asks_size);
}

// Whether a size or an offset, which may be an int in C++, is compared with what is beyond that.
bool is_size_beside_large(const WithConstant& with) {
  return (with.constant > INT32_MAX || with.constant < INT32_MIN) && asks_size(*with.number);
}

// Whether it holds for all numbers of a type, or for none.
bool is_decided(const WithConstant& with) {
  const model::Range& range = with.number->range;
  const Op op = with.compared->op;
  const bool divides_at_least = op == Op::less || op == Op::greater_equal;
  const bool divides_at_most = op == Op::less_equal || op == Op::greater;
  return with.constant < range.min || with.constant > range.max ||
         (divides_at_least && with.constant == range.min) ||
         (divides_at_most && with.constant == range.max);
}

}  // namespace

const Comparison* comparison_of(Op op) {
  const auto* found = std::ranges::find(comparisons, op, &Comparison::op);
  return found == comparisons.end() ? nullptr : found;
}

std::optional<WithConstant> with_constant(const Expr& expr) {
  const Comparison* compared = comparison_of(expr.op);
  if (compared == nullptr) return std::nullopt;
  const Expr &x = expr.args[0], &y = expr.args[1];
  if (is_literal(y)) return WithConstant{&x, compared, y.number};
  if (!is_literal(x)) return std::nullopt;
  return WithConstant{&y, comparison_of(compared->turned), x.number};
}

bool would_warn(const Expr& comparison) {
  if (has_mixed_signs(comparison.args[0], comparison.args[1])) return true;
  const auto with = with_constant(comparison);
  return with && (is_decided(*with) || is_size_beside_large(*with));
}

}  // namespace schemac::emit::cpp
