#include "model/passes/bind/binder.h"

#include <algorithm>

#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

ExpressionType type_of_kind(ValueKind kind) {
  ExpressionType type;
  type.kind = kind;
  return type;
}

ExpressionPtr make_number(source::SourceRange range, Int128 value) {
  return make_expression(range, type_of_kind(ValueKind::number), constant(value), Constant{value});
}

std::optional<Int128> constant_of(const ExpressionPtr& expression) {
  if (expression == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<Constant>(&expression->node)) return number->value;
  if (const auto* truth_value = std::get_if<BooleanConstant>(&expression->node))
    return truth_value->value ? 1 : 0;
  return std::nullopt;
}

ExpressionPtr Binder::bind(const syntax::ExpressionPtr& expression,
                           const ExpressionType* expected) {
  if (expression == nullptr || !keeps_budget(*expression)) return nullptr;
  const ExpressionType* const before = expected_;
  expected_ = expected;
  ++depth_;
  auto result =
      std::visit([&](const auto& node) { return bind_node(*expression, node); }, expression->node);
  --depth_;
  expected_ = before;
  const bool is_bound = result != nullptr && keeps_budget(*expression, *result);
  return is_bound ? result : nullptr;
}

// What is replaced may make much of little text. The first expression that is too large is
// reported; with those around it, it would be the same again.
bool Binder::keeps_budget(const syntax::Expression& at) {
  if (draft_.is_over_budget) return false;
  // A name and what it stands for are two steps.
  if (depth_ >= 2 * budget::expression_depth)
    return report_budget(
        at, "is more than " + std::to_string(budget::expression_depth) + " operations deep");
  if (++draft_.bound_nodes > budget::all_nodes)
    return report_budget(at, "is one of too many: together they have more than " +
                                 std::to_string(budget::all_nodes) + " parts");
  return true;
}

bool Binder::keeps_budget(const syntax::Expression& at, const Expression& bound) {
  if (draft_.is_over_budget) return false;
  if (bound.depth > budget::expression_depth)
    return report_budget(
        at, "is more than " + std::to_string(budget::expression_depth) + " operations deep");
  if (bound.nodes > budget::expression_nodes)
    return report_budget(at,
                         "has more than " + std::to_string(budget::expression_nodes) + " parts");
  return true;
}

bool Binder::report_budget(const syntax::Expression& at, const std::string& what) {
  draft_.is_over_budget = true;
  draft_
      .error(at.range, "too-large",
             "this expression " + what + ", with what names of 'let' and parameters stand for")
      .help("let a field hold a part of it: 'is' makes it follow from others");
  return false;
}

ExpressionPtr Binder::bind_number(const syntax::ExpressionPtr& expression,
                                  const std::string& what) {
  auto bound = bind(expression);
  return bound != nullptr && check_number(bound, what) ? bound : nullptr;
}

ExpressionPtr Binder::bind_condition(const syntax::ExpressionPtr& expression,
                                     const std::string& what) {
  auto bound = bind(expression);
  return bound != nullptr && check_boolean(bound, what) ? bound : nullptr;
}

ExpressionPtr Binder::bind_present(const syntax::ExpressionPtr& expression,
                                   const ExpressionType* expected) {
  auto bound = bind(expression, expected);
  return bound != nullptr && check_present(bound) ? bound : nullptr;
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::IntegerLiteral& node) {
  return make_number(at.range, static_cast<Int128>(node.value));
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::StringLiteral& node) {
  return make_expression(at.range, type_of_kind(ValueKind::text), {}, TextConstant{node.text});
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::BooleanLiteral& node) {
  return make_expression(at.range, type_of_kind(ValueKind::boolean), constant(node.value ? 1 : 0),
                         BooleanConstant{node.value});
}

// How the elements of bytes can be named; nothing if it names no field of bytes.
std::optional<std::string> Binder::help_with_bytes(const Expression& named) const {
  TypeIndex holder = scope_.type;
  FieldIndex index = 0;
  const auto* member = std::get_if<Member>(&named.node);
  if (const Reference* own = as_own_field(named)) {
    index = own->index;
  } else if (member != nullptr && member->kind == Member::Kind::field &&
             member->object->type.type) {
    holder = *member->object->type.type;
    index = member->index;
  } else {
    return std::nullopt;
  }
  if (!std::holds_alternative<RawBytes>(draft_.format.types[holder].fields[index].body.kind))
    return std::nullopt;
  const syntax::Node* node = draft_.sources[holder].fields[index];
  const syntax::Node* size = node != nullptr ? node->find("size") : nullptr;
  if (size == nullptr || !size->is_scalar()) return "make it a list of numbers: 'type: u8'";
  return "make it a list of numbers: {type: u8, repeat: " + size->text + "}";
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::IndexAccess& node) {
  auto list = bind(node.object);
  auto index = bind_number(node.index, "an index");
  if (list == nullptr || index == nullptr) return nullptr;
  if (!list->type.is_list && list->type.kind != ValueKind::free) {
    const std::optional<std::string> bytes_help = help_with_bytes(*list);
    draft_
        .error(at.range, "type-mismatch",
               "'" + to_text(*list, draft_.format) + "' is " +
                   (bytes_help ? "bytes" : describe(list->type, draft_.format)) +
                   ", and has no elements")
        .help(bytes_help.value_or("only what repeats has elements"));
    return nullptr;
  }
  ExpressionType type = list->type;
  type.is_list = false;
  const Range values = list->values;
  return make_expression(at.range, type, values, Element{std::move(list), std::move(index)});
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::ListLiteral& node) {
  const ExpressionType* const expected = expected_;
  List list;
  ExpressionType type = expected != nullptr ? *expected : ExpressionType{};
  Range values = constant(0);
  for (const syntax::ExpressionPtr& item : node.items) {
    auto bound = bind(item, expected);
    if (bound == nullptr) return nullptr;
    if (list.items.empty()) {
      type = bound->type;
      values = bound->values;
    } else if (bound->type.kind != type.kind && bound->type.kind != ValueKind::free &&
               type.kind != ValueKind::free) {
      report_mismatch(item->range, list.items.front(), bound, "the items of a list");
      return nullptr;
    }
    values = hull(values, bound->values);
    list.items.push_back(std::move(bound));
  }
  type.is_list = true;
  return make_expression(at.range, type, values, std::move(list));
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::Comprehension& node) {
  auto list = bind(node.list);
  if (list == nullptr) return nullptr;
  variables_.push_back({node.variable, element_of({list->type, list->values})});
  auto result = bind(node.result);
  auto condition = node.condition != nullptr ? bind_condition(node.condition, "'if'") : nullptr;
  variables_.pop_back();
  if (result == nullptr || (node.condition != nullptr && condition == nullptr)) return nullptr;
  ExpressionType type = result->type;
  type.is_list = true;
  const Range values = result->values;
  return make_expression(
      at.range, type, values,
      Comprehension{std::move(result), std::move(list), std::move(condition), node.variable});
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::Quantified& node) {
  auto list = bind(node.list);
  if (list == nullptr) return nullptr;
  if (!list->type.is_list && list->type.kind != ValueKind::free) {
    draft_
        .error(list->range, "type-mismatch",
               "'" + node.function + "' needs a list, but this is " +
                   describe(list->type, draft_.format))
        .help("put a rule for each element of a list under 'each'");
    return nullptr;
  }
  variables_.push_back({node.variable, element_of({list->type, list->values})});
  auto condition = bind_condition(node.condition, "'" + node.function + "'");
  variables_.pop_back();
  if (condition == nullptr) return nullptr;
  Quantified result;
  result.variable = node.variable;
  result.list = std::move(list);
  result.condition = std::move(condition);
  ExpressionType type = type_of_kind(ValueKind::boolean);
  Range values = truth;
  if (node.function == "all") {
    result.function = Function::all;
  } else if (node.function == "any") {
    result.function = Function::any;
  } else {
    result.function = Function::count;
    type = type_of_kind(ValueKind::number);
    values = any_size;
  }
  return make_expression(at.range, type, values, std::move(result));
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::Conditional& node) {
  const ExpressionType* const expected = expected_;
  auto condition = bind_condition(node.condition, "'if'");
  auto chosen = bind(node.chosen, expected);
  auto otherwise =
      bind(node.otherwise, expected != nullptr || chosen == nullptr ? expected : &chosen->type);
  if (condition == nullptr || chosen == nullptr || otherwise == nullptr) return nullptr;
  const bool is_free =
      chosen->type.kind == ValueKind::free || otherwise->type.kind == ValueKind::free;
  if (!is_free && (chosen->type.kind != otherwise->type.kind ||
                   chosen->type.is_list != otherwise->type.is_list)) {
    report_mismatch(at.range, chosen, otherwise, "'then' and 'else'");
    return nullptr;
  }
  const ExpressionType type = chosen->type;
  const Range values = hull(chosen->values, otherwise->values);
  return make_expression(
      at.range, type, values,
      Conditional{std::move(condition), std::move(chosen), std::move(otherwise)});
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::Unary& node) {
  if (node.op == syntax::UnaryOperator::logical_not) {
    auto operand = bind_condition(node.operand, "'not'");
    if (operand == nullptr) return nullptr;
    return make_expression(at.range, type_of_kind(ValueKind::boolean), truth,
                           Unary{node.op, std::move(operand)});
  }
  auto operand = bind_number(node.operand, "'-'");
  if (operand == nullptr) return nullptr;
  if (const auto value = constant_of(operand)) return make_folded(at.range, -*value);
  const Range values = negate(operand->values);
  return make_expression(at.range, type_of_kind(ValueKind::number), values,
                         Unary{node.op, std::move(operand)});
}

}  // namespace schemac::model
