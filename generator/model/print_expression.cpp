#include "model/print_expression.h"

#include "model/algorithms.h"
#include "model/range_arithmetic.h"
#include "syntax/expression.h"

namespace schemac::model {

namespace {

int precedence(syntax::BinaryOperator op) {
  using Op = syntax::BinaryOperator;
  switch (op) {
    case Op::logical_or:
      return 1;
    case Op::logical_and:
      return 2;
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::in:
    case Op::not_in:
      return 4;
    case Op::concatenate:
      return 5;
    case Op::add:
    case Op::subtract:
      return 6;
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return 7;
  }
  return 0;
}

int precedence(const Expression& expression) {
  if (const auto* binary = std::get_if<Binary>(&expression.node)) return precedence(binary->op);
  if (std::holds_alternative<Conditional>(expression.node)) return 0;
  if (const auto* unary = std::get_if<Unary>(&expression.node))
    return unary->op == syntax::UnaryOperator::logical_not ? 3 : 8;
  return 9;
}

class Printer {
 public:
  Printer(const Format& format, const ExpressionType& type) : format_(format), type_(type) {}

  std::string operator()(const Constant& node) const {
    if (type_.kind == ValueKind::dtype) return std::string(name(static_cast<Dtype>(node.value)));
    if (type_.kind == ValueKind::digest) return digest_name(node.value);
    if (type_.kind == ValueKind::codec) return codec_name(node.value);
    if (type_.enumeration)
      for (const EnumMember& member : format_.enums[*type_.enumeration].members)
        if (member.value == node.value) return member.name;
    return to_text(node.value);
  }
  std::string operator()(const TextConstant& node) const { return "'" + node.text + "'"; }
  std::string operator()(const BooleanConstant& node) const {
    return node.value ? "true" : "false";
  }
  std::string operator()(const Reference& node) const {
    std::string path;
    for (std::uint32_t i = 0; i < node.up; ++i) path += "_parent.";
    if (node.base == Base::root) path = "_root.";
    return path + node.variable;
  }
  std::string operator()(const Member& node) const {
    return inner(node.object, 9) + "." + node.name;
  }
  std::string operator()(const Attribute& node) const {
    return inner(node.object, 9) + "." +
           format_.enums[node.enumeration].attributes[node.index].name;
  }
  std::string operator()(const Element& node) const {
    return inner(node.list, 9) + "[" + inner(node.index, 0) + "]";
  }
  std::string operator()(const Call& node) const {
    const std::string arguments = node.of_file ? "file" : joined(node.arguments);
    return std::string(spelling(node.function)) + "(" + arguments + ")";
  }
  std::string operator()(const List& node) const { return "[" + joined(node.items) + "]"; }
  std::string operator()(const Comprehension& node) const {
    std::string text =
        inner(node.result, 0) + " for " + node.variable + " in " + inner(node.list, 1);
    if (node.condition != nullptr) text += " if " + inner(node.condition, 1);
    return text;
  }
  std::string operator()(const Quantified& node) const {
    return std::string(spelling(node.function)) + "(" + node.variable + " in " +
           inner(node.list, 0) + ", " + inner(node.condition, 0) + ")";
  }
  std::string operator()(const Conditional& node) const {
    return "if " + inner(node.condition, 1) + " then " + inner(node.chosen, 0) + " else " +
           inner(node.otherwise, 0);
  }
  std::string operator()(const Unary& node) const {
    return node.op == syntax::UnaryOperator::negate ? "-" + inner(node.operand, 8)
                                                    : "not " + inner(node.operand, 3);
  }
  std::string operator()(const Binary& node) const {
    const int level = precedence(node.op);
    return inner(node.left, level) + " " + std::string(syntax::spelling(node.op)) + " " +
           inner(node.right, level + 1);
  }

 private:
  std::string inner(const ExpressionPtr& operand, int least) const {
    if (operand == nullptr) return "?";
    const std::string text = to_text(*operand, format_);
    return precedence(*operand) < least ? "(" + text + ")" : text;
  }
  std::string joined(const std::vector<ExpressionPtr>& arguments) const {
    std::string text;
    for (const ExpressionPtr& operand : arguments)
      text += (text.empty() ? "" : ", ") + inner(operand, 0);
    return text;
  }

  const Format& format_;
  const ExpressionType& type_;
};

std::string one_of(const ExpressionType& type, const Format& format) {
  switch (type.kind) {
    case ValueKind::number:
      return type.enumeration ? "a value of " + format.enums[*type.enumeration].name
                              : "a whole number";
    case ValueKind::real:
      return "a real number";
    case ValueKind::boolean:
      return "a truth value";
    case ValueKind::text:
      return "a text";
    case ValueKind::dtype:
      return "an element type";
    case ValueKind::digest:
      return "a digest algorithm";
    case ValueKind::codec:
      return "a codec";
    case ValueKind::record:
      return type.type ? "a record of type " + format.types[*type.type].name : "a record";
    case ValueKind::choice:
      return "one of several alternatives";
    case ValueKind::array:
      return "an array";
    case ValueKind::open:
      return "a value of no type";
    case ValueKind::free:
      return "a free-form value";
  }
  return "";
}

}  // namespace

std::string to_text(const Expression& expression, const Format& format) {
  return std::visit(Printer(format, expression.type), expression.node);
}

std::string describe(const ExpressionType& type, const Format& format) {
  ExpressionType element = type;
  element.is_list = false;
  const std::string text = one_of(element, format);
  return type.is_list ? "a list, each " + text : text;
}

}  // namespace schemac::model
