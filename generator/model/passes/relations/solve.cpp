#include "model/passes/relations/solve.h"

#include "model/passes/walk.h"

namespace schemac::model {

namespace {

using Op = syntax::BinaryOperator;

std::optional<Int128> number(const ExpressionPtr& expression) {
  const auto* constant = std::get_if<Constant>(&expression->node);
  return constant != nullptr ? std::optional<Int128>(constant->value) : std::nullopt;
}

// value = inner + c, so inner = value - c.
void undo_add(Solution& solution, Int128 c) { solution.offset -= c * solution.divisor; }

// value = inner * c, so inner = value / c.
void undo_multiply(Solution& solution, Int128 c) {
  if (solution.factor % c == 0 && solution.offset % c == 0) {
    solution.factor /= c;
    solution.offset /= c;
  } else {
    solution.divisor *= c;
  }
}

// value = inner / c, so inner = value * c: the smallest of those that give `value`.
void undo_divide(Solution& solution, Int128 c) {
  if (solution.divisor % c == 0) {
    solution.divisor /= c;
  } else {
    solution.factor *= c;
    solution.offset *= c;
  }
}

// A writer calculates with 64 bits.
bool is_calculable(const Solution& solution) {
  const Range longs{min_i64, max_i64};
  return longs.contains(solution.factor) && longs.contains(solution.offset) &&
         longs.contains(solution.divisor);
}

bool is_small(Int128 c) { return c > 0 && c <= INT32_MAX; }

bool undo(const Expression& expression, FieldIndex field, Solution& solution, int depth) {
  if (const Reference* reference = as_own_field(expression))
    return reference->index == field && !expression.type.is_list;
  const auto* binary = std::get_if<Binary>(&expression.node);
  if (binary == nullptr || depth > 8) return false;
  const auto left = number(binary->left);
  const auto right = number(binary->right);
  if (left.has_value() == right.has_value()) return false;
  const Int128 c = left ? *left : *right;
  const Expression& inner = left ? *binary->right : *binary->left;
  const bool is_offset = c >= INT32_MIN && c <= INT32_MAX;
  if (binary->op == Op::add && is_offset)
    undo_add(solution, c);
  else if (binary->op == Op::subtract && right && is_offset)
    undo_add(solution, -c);
  else if (binary->op == Op::multiply && is_small(c))
    undo_multiply(solution, c);
  else if (binary->op == Op::divide && right && is_small(c))
    undo_divide(solution, c);
  else
    return false;
  return is_calculable(solution) && undo(inner, field, solution, depth + 1);
}

}  // namespace

std::optional<Solution> solve(const Expression& expression, FieldIndex field) {
  Solution solution;
  return undo(expression, field, solution, 0) ? std::optional<Solution>(solution) : std::nullopt;
}

std::string to_text(const Solution& solution, const std::string& what) {
  std::string text = what;
  if (solution.factor != 1) text = to_text(solution.factor) + " * " + text;
  if (solution.offset > 0) text += " + " + to_text(solution.offset);
  if (solution.offset < 0) text += " - " + to_text(-solution.offset);
  if (solution.divisor == 1) return text;
  return (solution.offset != 0 ? "(" + text + ")" : text) + " / " + to_text(solution.divisor);
}

}  // namespace schemac::model
