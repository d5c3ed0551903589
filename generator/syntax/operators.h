// The operators of expressions, for whoever needs no more of the expression language.
#pragma once

namespace schemac::syntax {

enum class UnaryOperator { negate, logical_not };
enum class BinaryOperator {
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in,
  concatenate,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  bit_or,
  bit_xor,
  bit_and,
  shift_left,
  shift_right,
};

}  // namespace schemac::syntax
