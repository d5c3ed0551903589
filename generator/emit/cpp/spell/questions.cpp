#include "emit/cpp/spell/questions.h"

#include <algorithm>

#include "plan/operators.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;
using plan::Op;

void add_fields(const Expr& expr, std::vector<plan::FieldId>& out) {
  const bool is_element = expr.op == Op::inside && expr.id >= plan::the_next;
  if (plan::traits_of(expr.op).names_field && !is_element) out.push_back(expr.id);
  if (expr.op == Op::inside) return;                   // what is below are fields of another record
  const bool is_of_param = expr.op == Op::param_list;  // the leaf below names no field
  for (const Expr& arg : is_of_param ? expr.args.front().args : expr.args) add_fields(arg, out);
}

}  // namespace

bool is_list(const Expr& argument) {
  return argument.op == Op::param_list || plan::leaf_of(argument).op == Op::list;
}

bool is_about_element(const Expr& expr) {
  const bool is_other_leaf = expr.args.empty() && expr.op != Op::element && expr.op != Op::constant;
  return !is_other_leaf && !plan::traits_of(expr.op).names_field && expr.op != Op::param_list &&
         !can_fail(expr) && std::all_of(expr.args.begin(), expr.args.end(), is_about_element);
}

std::vector<plan::FieldId> fields_read(const Expr& expr) {
  std::vector<plan::FieldId> fields;
  add_fields(expr, fields);
  return fields;
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

}  // namespace schemac::emit::cpp
