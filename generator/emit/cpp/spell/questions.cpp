#include "emit/cpp/spell/questions.h"

#include <algorithm>

#include "plan/operators.h"

namespace schemac::emit::cpp {

using plan::Expr;
using plan::Op;

bool is_list(const Expr& argument) {
  return argument.op == Op::param_list || plan::leaf_of(argument).op == Op::list;
}

plan::Expr negated(const Expr& expr) {
  Expr out = expr;
  if (const auto opposite = plan::traits_of(expr.op).opposite) {
    out.op = *opposite;
    return out;
  }
  if (expr.op == Op::logical_not) return expr.args[0];
  if (expr.op == Op::is_one_of && expr.args.size() == 2) {
    out.op = Op::not_equal;
    return out;
  }
  if (expr.op == Op::logical_and || expr.op == Op::logical_or) {
    out.op = expr.op == Op::logical_and ? Op::logical_or : Op::logical_and;
    for (Expr& arg : out.args) arg = negated(arg);
    return out;
  }
  out = Expr{};
  out.op = Op::logical_not;
  out.args = {expr};
  out.range = {0, 1};
  return out;
}

bool is_alternative(const plan::Expr& expr) {
  if (expr.op == plan::Op::inside) return is_alternative(expr.args.front());
  return expr.op == plan::Op::logical_or || expr.op == plan::Op::is_one_of;
}

}  // namespace schemac::emit::cpp
