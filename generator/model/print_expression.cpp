#include "model/print_expression.h"

#include "model/algorithms.h"
#include "model/range_arithmetic.h"
#include "syntax/expression.h"
#include "syntax/operator_table.h"

namespace schemac::model {

namespace {

using syntax::Level;

Level level_of(const Expression& expression) {
  if (const auto* binary = std::get_if<Binary>(&expression.node))
    return syntax::row_of(binary->op).level;
  if (std::holds_alternative<Conditional>(expression.node)) return syntax::loosest;
  if (const auto* unary = std::get_if<Unary>(&expression.node))
    return unary->op == syntax::UnaryOperator::logical_not ? syntax::not_level
                                                           : syntax::negate_level;
  return syntax::tightest;
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
    return inner(node.object, syntax::tightest) + "." + node.name;
  }
  std::string operator()(const Attribute& node) const {
    return inner(node.object, syntax::tightest) + "." +
           format_.enums[node.enumeration].attributes[node.index].name;
  }
  std::string operator()(const Element& node) const {
    return inner(node.list, syntax::tightest) + "[" + inner(node.index, syntax::loosest) + "]";
  }
  std::string operator()(const Call& node) const {
    const std::string arguments = node.of_file ? "file" : joined(node.arguments);
    return std::string(spelling(node.function)) + "(" + arguments + ")";
  }
  std::string operator()(const List& node) const { return "[" + joined(node.items) + "]"; }
  std::string operator()(const Comprehension& node) const {
    std::string text = inner(node.result, syntax::loosest) + " for " + node.variable + " in " +
                       inner(node.list, syntax::or_level);
    if (node.condition != nullptr) text += " if " + inner(node.condition, syntax::or_level);
    return text;
  }
  std::string operator()(const Quantified& node) const {
    return std::string(spelling(node.function)) + "(" + node.variable + " in " +
           inner(node.list, syntax::loosest) + ", " + inner(node.condition, syntax::loosest) + ")";
  }
  std::string operator()(const Conditional& node) const {
    return "if " + inner(node.condition, syntax::or_level) + " then " +
           inner(node.chosen, syntax::loosest) + " else " + inner(node.otherwise, syntax::loosest);
  }
  std::string operator()(const Unary& node) const {
    return node.op == syntax::UnaryOperator::negate
               ? "-" + inner(node.operand, syntax::negate_level)
               : "not " + inner(node.operand, syntax::not_level);
  }
  std::string operator()(const Binary& node) const {
    const syntax::OperatorRow& row = syntax::row_of(node.op);
    const bool is_chained = row.level != syntax::comparison_level;  // comparisons aren't
    return inner(node.left, is_chained ? row.level : next(row.level)) + " " +
           std::string(row.spelling) + " " + inner(node.right, next(row.level));
  }

 private:
  std::string inner(const ExpressionPtr& operand, Level least) const {
    if (operand == nullptr) return "?";
    const std::string text = to_text(*operand, format_);
    return level_of(*operand) < least ? "(" + text + ")" : text;
  }
  std::string joined(const std::vector<ExpressionPtr>& arguments) const {
    std::string text;
    for (const ExpressionPtr& operand : arguments)
      text += (text.empty() ? "" : ", ") + inner(operand, syntax::loosest);
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
    case ValueKind::byte_order:
      return "a byte order";
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
