// How operators of two operands are spelled, and how tightly they bind: as in Python.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "syntax/operators.h"

namespace schemac::syntax {

/// What binds tighter is above.
enum Level : int {
  loosest,
  or_level,
  and_level,
  not_level,
  comparison_level,
  concatenate_level,
  bit_or_level,
  bit_xor_level,
  bit_and_level,
  shift_level,
  sum_level,
  product_level,
  negate_level,
  tightest,
};

[[nodiscard]] constexpr Level next(Level level) { return static_cast<Level>(level + 1); }

struct OperatorRow {
  std::string_view spelling;
  BinaryOperator op;
  Level level;
};

inline constexpr std::array operators = {
    OperatorRow{"or", BinaryOperator::logical_or, or_level},
    OperatorRow{"and", BinaryOperator::logical_and, and_level},
    OperatorRow{"==", BinaryOperator::equal, comparison_level},
    OperatorRow{"!=", BinaryOperator::not_equal, comparison_level},
    OperatorRow{"<", BinaryOperator::less, comparison_level},
    OperatorRow{"<=", BinaryOperator::less_equal, comparison_level},
    OperatorRow{">", BinaryOperator::greater, comparison_level},
    OperatorRow{">=", BinaryOperator::greater_equal, comparison_level},
    OperatorRow{"in", BinaryOperator::in, comparison_level},
    OperatorRow{"not in", BinaryOperator::not_in, comparison_level},
    OperatorRow{"++", BinaryOperator::concatenate, concatenate_level},
    OperatorRow{"|", BinaryOperator::bit_or, bit_or_level},
    OperatorRow{"^", BinaryOperator::bit_xor, bit_xor_level},
    OperatorRow{"&", BinaryOperator::bit_and, bit_and_level},
    OperatorRow{"<<", BinaryOperator::shift_left, shift_level},
    OperatorRow{">>", BinaryOperator::shift_right, shift_level},
    OperatorRow{"+", BinaryOperator::add, sum_level},
    OperatorRow{"-", BinaryOperator::subtract, sum_level},
    OperatorRow{"*", BinaryOperator::multiply, product_level},
    OperatorRow{"/", BinaryOperator::divide, product_level},
    OperatorRow{"%", BinaryOperator::modulo, product_level},
};

[[nodiscard]] constexpr const OperatorRow& row_of(BinaryOperator op) {
  return *std::ranges::find(operators, op, &OperatorRow::op);
}
[[nodiscard]] constexpr std::string_view spelling(BinaryOperator op) { return row_of(op).spelling; }

}  // namespace schemac::syntax
