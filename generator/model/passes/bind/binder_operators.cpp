// Operators of expressions: what they take, what they give.
#include <algorithm>

#include "model/passes/bind/binder.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"
#include "syntax/operator_table.h"

namespace schemac::model {

namespace {

using Op = syntax::BinaryOperator;

Range result_range(Op op, const Range& a, const Range& b) {
  switch (op) {
    case Op::add:
      return add(a, b);
    case Op::subtract:
      return subtract(a, b);
    case Op::multiply:
      return multiply(a, b);
    case Op::divide:
      return divide(a, b);
    case Op::modulo:
      return modulo(a, b);
    case Op::bit_or:
      return bit_or(a, b);
    case Op::bit_xor:
      return bit_xor(a, b);
    case Op::bit_and:
      return bit_and(a, b);
    case Op::shift_left:
      return shift_left(a, b);
    case Op::shift_right:
      return shift_right(a, b);
    case Op::logical_or:
    case Op::logical_and:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::in:
    case Op::not_in:
    case Op::concatenate:
      return truth;
  }
  return truth;
}

std::string quoted(Op op) { return "'" + std::string(syntax::spelling(op)) + "'"; }

// A name that only means something beside the other operand: an enumerator, an element type.
bool is_plain_name(const syntax::ExpressionPtr& expression) {
  return expression != nullptr && std::holds_alternative<syntax::NameReference>(expression->node);
}

bool can_be_compared(const ExpressionType& a, const ExpressionType& b) {
  if (a.kind == ValueKind::free || b.kind == ValueKind::free) return true;
  if (a.kind == ValueKind::open) return false;
  if (a.kind != b.kind || a.is_list != b.is_list) return false;
  return !a.enumeration || !b.enumeration || a.enumeration == b.enumeration;
}

}  // namespace

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::Binary& node) {
  switch (node.op) {
    case Op::logical_or:
    case Op::logical_and:
      return bind_logical(at, node);
    case Op::in:
    case Op::not_in:
      return bind_membership(at, node);
    case Op::concatenate:
      return bind_concatenation(at, node);
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return bind_comparison(at, node);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return bind_arithmetic(at, node);
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_and:
    case Op::shift_left:
    case Op::shift_right:
      return bind_bits(at, node);
  }
  return nullptr;
}

ExpressionPtr Binder::bind_logical(const syntax::Expression& at, const syntax::Binary& node) {
  auto left = bind_condition(node.left, quoted(node.op));
  auto right = bind_condition(node.right, quoted(node.op));
  if (left == nullptr || right == nullptr) return nullptr;
  return make_expression(at.range, type_of_kind(ValueKind::boolean), truth,
                         Binary{node.op, std::move(left), std::move(right)});
}

// Binds both; an enumerator takes its meaning from the other one.
std::pair<ExpressionPtr, ExpressionPtr> Binder::bind_pair(const syntax::ExpressionPtr& left,
                                                          const syntax::ExpressionPtr& right) {
  if (is_plain_name(left) && !is_plain_name(right)) {
    auto second = bind(right);
    return {bind(left, second != nullptr ? &second->type : nullptr), second};
  }
  if (is_plain_name(left) && !can_name(std::get<syntax::NameReference>(left->node).name)) {
    auto second = bind(right);
    return {second != nullptr ? bind(left, &second->type) : nullptr, second};
  }
  auto first = bind(left);
  return {first, first != nullptr ? bind(right, &first->type) : nullptr};
}

ExpressionPtr Binder::bind_comparison(const syntax::Expression& at, const syntax::Binary& node) {
  auto [left, right] = bind_pair(node.left, node.right);
  if (left == nullptr || right == nullptr) return nullptr;
  if (!check_present(left) || !check_present(right)) return nullptr;
  for (const ExpressionPtr& operand : {left, right}) {
    if (operand->type.kind != ValueKind::real) continue;
    draft_
        .error(operand->range, "type-mismatch",
               "'" + to_text(*operand, draft_.format) + "' is a real number, which " +
                   quoted(node.op) + " can't compare")
        .help("expressions are about whole numbers, texts and truth values");
    return nullptr;
  }
  const bool is_order = node.op != Op::equal && node.op != Op::not_equal;
  const bool has_order = left->type.kind == ValueKind::number ||
                         left->type.kind == ValueKind::text || left->type.kind == ValueKind::free;
  if (!can_be_compared(left->type, right->type) || (is_order && !has_order) ||
      left->type.kind == ValueKind::record || left->type.kind == ValueKind::array ||
      left->type.kind == ValueKind::open) {
    report_mismatch(at.range, left, right, quoted(node.op));
    return nullptr;
  }
  return make_expression(at.range, type_of_kind(ValueKind::boolean), truth,
                         Binary{node.op, std::move(left), std::move(right)});
}

ExpressionPtr Binder::bind_membership(const syntax::Expression& at, const syntax::Binary& node) {
  auto left = bind(node.left);
  if (left == nullptr || !check_present(left)) return nullptr;
  auto right = bind(node.right, &left->type);
  if (right == nullptr) return nullptr;
  ExpressionType element = right->type;
  element.is_list = false;
  if ((!right->type.is_list && right->type.kind != ValueKind::free) ||
      !can_be_compared(left->type, element)) {
    report_mismatch(at.range, left, right, quoted(node.op));
    return nullptr;
  }
  return make_expression(at.range, type_of_kind(ValueKind::boolean), truth,
                         Binary{node.op, std::move(left), std::move(right)});
}

ExpressionPtr Binder::bind_arithmetic(const syntax::Expression& at, const syntax::Binary& node) {
  auto left = bind_number(node.left, quoted(node.op));
  auto right = bind_number(node.right, quoted(node.op));
  if (left == nullptr || right == nullptr) return nullptr;
  const bool divides = node.op == Op::divide || node.op == Op::modulo;
  if (divides && constant_of(right) == Int128{0}) {
    draft_.error(at.range, "division-by-zero", quoted(node.op) + " by 0 has no result")
        .help("divide by something else");
    return nullptr;
  }
  return make_calculation(at.range, node.op, std::move(left), std::move(right));
}

// A number below 0 has as many bits as one thinks that it has: such numbers are refused. To shift
// to the left by a constant is to multiply by one, which writers can undo.
ExpressionPtr Binder::bind_bits(const syntax::Expression& at, const syntax::Binary& node) {
  auto left = bind_number(node.left, quoted(node.op));
  auto right = bind_number(node.right, quoted(node.op));
  if (left == nullptr || right == nullptr) return nullptr;
  for (const ExpressionPtr& operand : {left, right}) {
    if (operand->values.min >= 0) continue;
    draft_
        .error(operand->range, "type-mismatch",
               quoted(node.op) + " takes numbers that are never below 0, but '" +
                   to_text(*operand, draft_.format) + "' can be " + to_text(operand->values.min))
        .help(std::holds_alternative<Reference>(operand->node)
                  ? "give it a type without a sign"
                  : "write 'max(" + to_text(*operand, draft_.format) + ", 0)'");
    return nullptr;
  }
  const auto distance = constant_of(right);
  if (node.op != Op::shift_left || !distance || *distance > 63)
    return make_calculation(at.range, node.op, std::move(left), std::move(right));
  return make_calculation(at.range, Op::multiply, std::move(left),
                          make_number(right->range, Int128{1} << *distance));
}

ExpressionPtr Binder::make_calculation(source::SourceRange range, Op op, ExpressionPtr left,
                                       ExpressionPtr right) {
  const Range values = result_range(op, left->values, right->values);
  const auto first = constant_of(left);
  const auto second = constant_of(right);
  if (first && second) return make_folded(range, op == Op::modulo ? *first % *second : values.min);
  return make_expression(range, type_of_kind(ValueKind::number), values,
                         Binary{op, std::move(left), std::move(right)});
}

ExpressionPtr Binder::make_folded(source::SourceRange range, Int128 value) {
  if (any_number.contains(value)) return make_number(range, value);
  draft_.error(range, "bad-number", "the result is " + to_text(value) + ", beyond 64 bits")
      .help("numbers go from " + to_text(min_i64) + " to " + to_text(max_u64));
  return nullptr;
}

ExpressionPtr Binder::bind_concatenation(const syntax::Expression& at, const syntax::Binary& node) {
  auto left = bind(node.left, expected_);
  if (left == nullptr) return nullptr;
  ExpressionType element = left->type;
  element.is_list = false;
  auto right = bind(node.right, &element);
  if (right == nullptr) return nullptr;
  const bool are_lists = (left->type.is_list || left->type.kind == ValueKind::free) &&
                         (right->type.is_list || right->type.kind == ValueKind::free);
  if (!are_lists || !can_be_compared(left->type, right->type)) {
    report_mismatch(at.range, left, right, quoted(node.op));
    return nullptr;
  }
  const ExpressionType type = left->type;
  const Range values = hull(left->values, right->values);
  return make_expression(at.range, type, values,
                         Binary{node.op, std::move(left), std::move(right)});
}

bool Binder::check_present(const ExpressionPtr& operand) {
  if (!operand->type.is_optional) return true;
  draft_
      .error(operand->range, "maybe-absent",
             "'" + to_text(*operand, draft_.format) + "' may not be there")
      .help("put it into a rule of the record that holds it, where it is always there");
  return false;
}

bool Binder::check_number(const ExpressionPtr& operand, const std::string& user) {
  if (!check_present(operand)) return false;
  const ExpressionType& type = operand->type;
  if (type.kind == ValueKind::free) return true;
  if (type.kind == ValueKind::number && !type.is_list) return true;
  draft_
      .error(operand->range, "type-mismatch",
             user + " needs a whole number, but '" + to_text(*operand, draft_.format) + "' is " +
                 describe(type, draft_.format))
      .help(type.kind == ValueKind::open ? "give it a type that says what it holds"
            : type.is_list               ? "use 'len', 'sum' or 'product' of it, or one element"
                                         : "name a field of a whole-number type");
  return false;
}

bool Binder::check_boolean(const ExpressionPtr& operand, const std::string& user) {
  if (!check_present(operand)) return false;
  const ExpressionType& type = operand->type;
  if (type.kind == ValueKind::free) return true;
  if (type.kind == ValueKind::boolean && !type.is_list) return true;
  draft_
      .error(operand->range, "type-mismatch",
             user + " needs a condition, but '" + to_text(*operand, draft_.format) + "' is " +
                 describe(type, draft_.format))
      .help(type.kind == ValueKind::number && !type.is_list
                ? "compare it: '" + to_text(*operand, draft_.format) + " != 0'"
                : "write a comparison");
  return false;
}

bool Binder::is_coded(const Expression& expression) const {
  const Reference* field = as_own_field(expression);
  const syntax::Node* node =
      field != nullptr ? draft_.sources[scope_.type].fields[field->index] : nullptr;
  return node != nullptr && node->has("codec");
}

void Binder::report_mismatch(const source::SourceRange& range, const ExpressionPtr& left,
                             const ExpressionPtr& right, const std::string& what) {
  draft_
      .error(range, "type-mismatch",
             what + " can't take '" + to_text(*left, draft_.format) + "', which is " +
                 describe(left->type, draft_.format) + ", together with '" +
                 to_text(*right, draft_.format) + "', which is " +
                 describe(right->type, draft_.format))
      .help(is_coded(*left) || is_coded(*right)
                ? "leave it out: expressions don't look into what is encoded"
            : left->type.kind == ValueKind::open || right->type.kind == ValueKind::open
                ? "give it a type that says what it holds"
                : "make both sides the same kind of value");
}

}  // namespace schemac::model
