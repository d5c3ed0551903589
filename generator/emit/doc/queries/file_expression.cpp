#include "emit/doc/queries/file_expression.h"

#include <string_view>

namespace schemac::emit::doc {
namespace {

using model::FileExpression;
using model::FileOp;

// "" of what is no operator between two operands.
std::string_view symbol(FileOp op) {
  switch (op) {
    case FileOp::logical_or:
      return "or";
    case FileOp::logical_and:
      return "and";
    case FileOp::equal:
      return "==";
    case FileOp::not_equal:
      return "!=";
    case FileOp::less:
      return "<";
    case FileOp::less_equal:
      return "<=";
    case FileOp::greater:
      return ">";
    case FileOp::greater_equal:
      return ">=";
    case FileOp::in:
      return "in";
    case FileOp::not_in:
      return "not in";
    case FileOp::add:
      return "+";
    case FileOp::subtract:
      return "-";
    case FileOp::multiply:
      return "*";
    case FileOp::number:
    case FileOp::boolean:
    case FileOp::text:
    case FileOp::path:
    case FileOp::length:
    case FileOp::sum:
    case FileOp::product:
    case FileOp::present:
    case FileOp::element_bytes:
    case FileOp::plain_size:
    case FileOp::choose:
    case FileOp::logical_not:
    case FileOp::list:
      return "";
  }
  return "";
}

}  // namespace

std::string expression_text(const FileExpression& expression) {
  const auto operand = [&](std::size_t i) {
    const FileExpression& inner = expression.operands[i];
    const std::string text = expression_text(inner);
    return symbol(inner.op).empty() ? text : "(" + text + ")";
  };
  switch (expression.op) {
    case FileOp::number:
      return expression.text.empty() ? model::to_text(expression.number) : expression.text;
    case FileOp::boolean:
      return expression.number != 0 ? "true" : "false";
    case FileOp::text:
      return "'" + expression.text + "'";
    case FileOp::path:
      return model::path_text(expression);
    case FileOp::length:
      return "len(" + expression_text(expression.operands[0]) + ")";
    case FileOp::sum:
      return "sum(" + expression_text(expression.operands[0]) + ")";
    case FileOp::product:
      return "product(" + expression_text(expression.operands[0]) + ")";
    case FileOp::present:
      return "present(" + expression_text(expression.operands[0]) + ")";
    case FileOp::element_bytes:
      return "element_bytes(" + expression_text(expression.operands[0]) + ")";
    case FileOp::plain_size:
      return "size(" + expression_text(expression.operands[0]) + ")";
    case FileOp::choose:
      return "if " + operand(0) + " then " + operand(1) + " else " + operand(2);
    case FileOp::logical_not:
      return "not " + operand(0);
    case FileOp::list: {
      std::string text;
      for (std::size_t i = 0; i < expression.operands.size(); ++i)
        text += (i == 0 ? "" : ", ") + operand(i);
      return "[" + text + "]";
    }
    case FileOp::logical_or:
    case FileOp::logical_and:
    case FileOp::equal:
    case FileOp::not_equal:
    case FileOp::less:
    case FileOp::less_equal:
    case FileOp::greater:
    case FileOp::greater_equal:
    case FileOp::in:
    case FileOp::not_in:
    case FileOp::add:
    case FileOp::subtract:
    case FileOp::multiply:
      return operand(0) + " " + std::string(symbol(expression.op)) + " " + operand(1);
  }
  return {};
}

}  // namespace schemac::emit::doc
