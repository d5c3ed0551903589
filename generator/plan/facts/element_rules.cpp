#include "plan/facts/element_rules.h"

#include <algorithm>

#include "plan/operators.h"

namespace schemac::plan {
namespace {

bool is_next(const Expr& expr) { return expr.op == Op::inside && expr.id == the_next; }

bool is_about_order(const Expr& expr) {
  return is_next(expr) || expr.op == Op::index || expr.op == Op::is_last;
}

bool has_node(const Expr& expr, bool (*is_it)(const Expr&)) {
  return is_it(expr) || std::ranges::any_of(expr.args, [&](const Expr& argument) {
           return has_node(argument, is_it);
         });
}

bool has_rule(const List& list, bool (*is_it)(const Expr&)) {
  return std::ranges::any_of(list.each,
                             [&](const EachRule& rule) { return has_node(rule.condition, is_it); });
}

}  // namespace

bool asks(const Expr& expr, Op op) {
  return expr.op == op ||
         std::ranges::any_of(expr.args, [op](const Expr& arg) { return asks(arg, op); });
}

bool is_about_element(const Expr& expr) {
  const bool is_other_leaf = expr.args.empty() && expr.op != Op::element && expr.op != Op::constant;
  return !is_other_leaf && !traits_of(expr.op).names_field && expr.op != Op::param_list &&
         !can_fail(expr) && std::ranges::all_of(expr.args, is_about_element);
}

const Scalar* packed_element(const List& list) {
  const auto* scalar = std::get_if<Scalar>(&list.element.front().kind);
  return scalar != nullptr && !scalar->varies() ? scalar : nullptr;
}

bool looks_ahead(const List& list) { return has_rule(list, is_next); }

bool has_rules_of_order(const List& list) {
  return list.order_by && has_rule(list, is_about_order);
}

}  // namespace schemac::plan
