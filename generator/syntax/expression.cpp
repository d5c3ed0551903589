// Canonical text of expressions, and the words of their language.
#include "syntax/expression.h"

#include <algorithm>
#include <array>

#include "syntax/operator_table.h"

namespace schemac::syntax {
namespace {

// What binds less tightly than its place asks for is put in parentheses.
std::string text_at(const ExpressionPtr& expression, Level needed);

std::string list_text(const std::vector<ExpressionPtr>& items) {
  std::string result;
  for (const ExpressionPtr& item : items) {
    if (!result.empty()) result += ", ";
    result += text_at(item, loosest);
  }
  return result;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

struct Printed {
  std::string text;
  Level level = tightest;
};

struct Writer {
  Printed operator()(const IntegerLiteral& e) const { return {std::to_string(e.value)}; }
  Printed operator()(const StringLiteral& e) const { return {quoted(e.text)}; }
  Printed operator()(const BooleanLiteral& e) const { return {e.value ? "true" : "false"}; }
  Printed operator()(const NameReference& e) const { return {e.name}; }
  Printed operator()(const MemberAccess& e) const {
    return {text_at(e.object, tightest) + "." + e.member};
  }
  Printed operator()(const IndexAccess& e) const {
    return {text_at(e.object, tightest) + "[" + text_at(e.index, loosest) + "]"};
  }
  Printed operator()(const Call& e) const {
    return {e.function + "(" + list_text(e.arguments) + ")"};
  }
  Printed operator()(const ListLiteral& e) const { return {"[" + list_text(e.items) + "]"}; }
  Printed operator()(const Comprehension& e) const {
    std::string text =
        text_at(e.result, or_level) + " for " + e.variable + " in " + text_at(e.list, or_level);
    if (e.condition) text += " if " + text_at(e.condition, or_level);
    return {text, loosest};
  }
  Printed operator()(const Quantified& e) const {
    return {e.function + "(" + e.variable + " in " + text_at(e.list, concatenate_level) + ", " +
            text_at(e.condition, loosest) + ")"};
  }
  Printed operator()(const Conditional& e) const {
    const bool is_chain =
        e.otherwise && std::holds_alternative<Conditional>(e.otherwise->node);  // else if
    return {"if " + text_at(e.condition, or_level) + " then " + text_at(e.chosen, loosest) +
                " else " + text_at(e.otherwise, is_chain ? loosest : or_level),
            loosest};
  }
  Printed operator()(const Unary& e) const {
    switch (e.op) {
      case UnaryOperator::negate:
        return {"-" + text_at(e.operand, negate_level), negate_level};
      case UnaryOperator::logical_not:
        return {"not " + text_at(e.operand, not_level), not_level};
    }
    return {};
  }
  Printed operator()(const Binary& e) const {
    const Level level = row_of(e.op).level;
    const Level left = level == comparison_level ? next(level) : level;
    return {text_at(e.left, left) + " " + std::string(spelling(e.op)) + " " +
                text_at(e.right, next(level)),
            level};
  }
};

std::string text_at(const ExpressionPtr& expression, Level needed) {
  if (!expression) return "?";
  Printed printed = std::visit(Writer{}, expression->node);
  return printed.level < needed ? "(" + printed.text + ")" : printed.text;
}

}  // namespace

source::SourceRange TextOrigin::range(std::size_t begin, std::size_t end) const {
  if (!is_verbatim) return scalar;
  return {scalar.file, text_begin + static_cast<std::uint32_t>(begin),
          text_begin + static_cast<std::uint32_t>(end)};
}

std::string to_text(const Expression& expression) {
  return std::visit(Writer{}, expression.node).text;
}

std::string to_text(const TypeReference& type) {
  std::string result = type.name;
  if (!type.arguments.empty()) result += "(" + list_text(type.arguments) + ")";
  return type.is_list ? result + "[]" : result;
}

bool is_expression_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 10> keywords = {"and",  "or",   "not", "in",   "if",
                                                         "then", "else", "for", "true", "false"};
  return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

bool is_identifier(std::string_view text) {
  if (text.empty() || (text.front() >= '0' && text.front() <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace schemac::syntax
