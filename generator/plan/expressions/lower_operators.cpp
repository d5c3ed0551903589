// Operators, conditions and comparisons.
#include <optional>
#include <utility>

#include "plan/expressions/expression_lowering.h"

namespace schemac::plan {

using model::Base;
using model::ExpressionPtr;

Expr ExpressionLowering::lower(const model::Conditional& node, const model::Expression&) {
  return make_operation(Op::choose, {of(node.condition), of(node.chosen), of(node.otherwise)});
}

Expr ExpressionLowering::lower(const model::Unary& node, const model::Expression&) {
  const bool is_negate = node.op == syntax::UnaryOperator::negate;
  return make_operation(is_negate ? Op::negate : Op::logical_not, {of(node.operand)});
}

Expr ExpressionLowering::lower(const model::Binary& node, const model::Expression& at) {
  using syntax::BinaryOperator;
  switch (node.op) {
    case BinaryOperator::logical_or:
      return pair(Op::logical_or, node);
    case BinaryOperator::logical_and:
      return pair(Op::logical_and, node);
    case BinaryOperator::equal:
      return equality(node, at, false);
    case BinaryOperator::not_equal:
      return equality(node, at, true);
    case BinaryOperator::less:
      return order(Op::less, node, at);
    case BinaryOperator::less_equal:
      return order(Op::less_equal, node, at);
    case BinaryOperator::greater:
      return order(Op::greater, node, at);
    case BinaryOperator::greater_equal:
      return order(Op::greater_equal, node, at);
    case BinaryOperator::in:
      return membership(node, at);
    case BinaryOperator::not_in:
      return make_operation(Op::logical_not, {membership(node, at)});
    case BinaryOperator::concatenate:
      return planned(at, "joining lists");
    case BinaryOperator::add:
      return pair(Op::add, node);
    case BinaryOperator::subtract:
      return pair(Op::subtract, node);
    case BinaryOperator::multiply:
      return pair(Op::multiply, node);
    case BinaryOperator::divide:
      return pair(Op::divide, node);
    case BinaryOperator::modulo:
      return pair(Op::modulo, node);
    case BinaryOperator::bit_or:
      return pair(Op::bit_or, node);
    case BinaryOperator::bit_xor:
      return pair(Op::bit_xor, node);
    case BinaryOperator::bit_and:
      return pair(Op::bit_and, node);
    case BinaryOperator::shift_left:
      return pair(Op::shift_left, node);
    case BinaryOperator::shift_right:
      return pair(Op::shift_right, node);
  }
  return make_constant(0);
}

Expr ExpressionLowering::pair(Op op, const model::Binary& node) {
  return make_operation(op, {of(node.left), of(node.right)});
}

Expr ExpressionLowering::order(Op op, const model::Binary& node, const model::Expression& at) {
  if (is_text(node.left) || is_text(node.right))
    return refuse_text(at, "leave it out: texts have no order in expressions");
  return pair(op, node);
}

bool ExpressionLowering::is_text(const ExpressionPtr& expression) {
  return expression != nullptr && expression->type.kind == model::ValueKind::text &&
         !expression->type.is_list;
}

Expr ExpressionLowering::refuse_text(const model::Expression& at, std::string help) {
  const source::SourceRange range = at.range.has_position() ? at.range : scope_.type.range;
  scope_.builder.diagnostics
      .error(range, "unsupported", "this version compares texts with ==, != and in only")
      .help(std::move(help));
  return make_constant(0);
}

// Why a text can't be compared; nothing if it is a field of this record.
std::optional<std::string> ExpressionLowering::what_is_not_compared(
    const model::Expression& text) const {
  const auto* reference = std::get_if<model::Reference>(&text.node);
  if (reference != nullptr && reference->base == Base::element && !underscore_.field)
    return "comparing an element that is a text";
  if (own_field(text)) return std::nullopt;
  return std::holds_alternative<model::Attribute>(text.node)
             ? "comparing an attribute that is a text"
             : "comparing a text of another record";
}

Expr ExpressionLowering::equality(const model::Binary& node, const model::Expression& at,
                                  bool is_negated) {
  Expr expr;
  const auto* left = std::get_if<model::TextConstant>(&node.left->node);
  const auto* right = std::get_if<model::TextConstant>(&node.right->node);
  if (left != nullptr || right != nullptr) {
    const model::Expression& other = left != nullptr ? *node.right : *node.left;
    if (const auto what = what_is_not_compared(other)) return planned(at, *what);
    expr = make_about_field(Op::text_is, *own_field(other), truth);
    expr.text = left != nullptr ? left->text : right->text;
  } else {
    expr = pair(Op::equal, node);
  }
  if (!is_negated) return expr;
  if (expr.op == Op::equal) {
    expr.op = Op::not_equal;
    return expr;
  }
  return make_operation(Op::logical_not, {std::move(expr)});
}

Expr ExpressionLowering::membership(const model::Binary& node, const model::Expression& at) {
  const auto* list = std::get_if<model::List>(&node.right->node);
  if (list == nullptr) return planned(at, "looking for a value in a list of the file");
  if (is_text(node.left)) return text_membership(node, *list, at);
  std::vector<Expr> args = {of(node.left)};
  for (const ExpressionPtr& item : list->items) args.push_back(of(item));
  return make_operation(Op::is_one_of, std::move(args));
}

// A text is one of several constant ones.
Expr ExpressionLowering::text_membership(const model::Binary& node, const model::List& list,
                                         const model::Expression& at) {
  if (const auto what = what_is_not_compared(*node.left)) return planned(at, *what);
  std::optional<Expr> any;
  for (const ExpressionPtr& item : list.items) {
    const auto* constant = std::get_if<model::TextConstant>(&item->node);
    if (constant == nullptr) return planned(at, "comparing a text with another field");
    Expr is = make_about_field(Op::text_is, *own_field(*node.left), truth);
    is.text = constant->text;
    any = any ? make_operation(Op::logical_or, {std::move(*any), std::move(is)}) : std::move(is);
  }
  return any.value_or(make_constant(0));
}

}  // namespace schemac::plan
