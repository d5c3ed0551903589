// The expression language: whole numbers, names, lists, conditions; total and linear, nothing is
// assigned and nothing loops without a bound. This is syntax only: names are unbound text, every
// node has the place it was read from. Nodes are shared and const, so that later stages may keep
// them without copying.
//
//   expression  := condition | or ['for' name 'in' or ['if' or]]      a comprehension
//   condition   := 'if' or 'then' expression 'else' expression
//   or          := and {'or' and}                also the default of an optional: find(...) or 32
//   and         := not {'and' not}
//   not         := 'not' not | comparison
//   comparison  := concat [('==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not' 'in') concat]
//   concat      := sum {'++' sum}
//   sum         := product {('+' | '-') product}
//   product     := unary {('*' | '/' | '%') unary}
//   unary       := '-' unary | postfix
//   postfix     := primary {'.' name | '[' expression ']'}
//   primary     := integer | 'string' | name | name '(' arguments ')' | '[' items ']'
//                | '(' expression ')' | condition
//   arguments   := expression {',' expression}   with count/all/any(x in list, rule)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/operators.h"

namespace schemac::syntax {

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct IntegerLiteral {
  std::uint64_t value = 0;  ///< never negative: -1 is Unary{negate, 1}
};
struct StringLiteral {
  std::string text;
};
struct BooleanLiteral {
  bool value = false;
};
/// A field, parameter, enumerator, let, or one of _ _parent _root _index _last _next.
struct NameReference {
  std::string name;
};
struct MemberAccess {
  ExpressionPtr object;
  std::string member;
  source::SourceRange member_range;
};
struct IndexAccess {
  ExpressionPtr object;
  ExpressionPtr index;
};
struct Call {
  std::string function;
  source::SourceRange function_range;
  std::vector<ExpressionPtr> arguments;
};
struct ListLiteral {
  std::vector<ExpressionPtr> items;
};
/// `result for variable in list if condition`
struct Comprehension {
  ExpressionPtr result;
  std::string variable;
  source::SourceRange variable_range;
  ExpressionPtr list;
  ExpressionPtr condition;  ///< null when there is no `if`
};
/// `function(variable in list, condition)`; function is count, all or any.
struct Quantified {
  std::string function;
  source::SourceRange function_range;
  std::string variable;
  source::SourceRange variable_range;
  ExpressionPtr list;
  ExpressionPtr condition;
};
/// `if condition then chosen else otherwise`
struct Conditional {
  ExpressionPtr condition;
  ExpressionPtr chosen;
  ExpressionPtr otherwise;
};

struct Unary {
  UnaryOperator op = UnaryOperator::negate;
  ExpressionPtr operand;
};
struct Binary {
  BinaryOperator op = BinaryOperator::add;
  ExpressionPtr left;
  ExpressionPtr right;
};

/// Visit `node` with std::visit; an alternative that isn't handled doesn't compile.
struct Expression {
  using Node = std::variant<IntegerLiteral, StringLiteral, BooleanLiteral, NameReference,
                            MemberAccess, IndexAccess, Call, ListLiteral, Comprehension, Quantified,
                            Conditional, Unary, Binary>;
  source::SourceRange range;
  Node node;
};

/// What `type:` holds: `u32`, `"u64[]"`, `Lod(desc.dims[0])`, `other.Chunk(checksum)`.
struct TypeReference {
  source::SourceRange range;
  source::SourceRange name_range;
  std::string name;               ///< dotted, as written: "other.Chunk"
  std::vector<std::string> path;  ///< its names: {"other", "Chunk"}
  std::vector<ExpressionPtr> arguments;
  bool is_list = false;  ///< ends in []
};
using TypeReferencePtr = std::shared_ptr<const TypeReference>;

/// Where the characters of an expression are in the file. A scalar with YAML escapes or line
/// folding has no such mapping: then every node has the range of the whole scalar.
struct TextOrigin {
  source::SourceRange scalar;    ///< with its quotes
  std::uint32_t text_begin = 0;  ///< file offset of the first character, if verbatim
  bool is_verbatim = false;

  [[nodiscard]] source::SourceRange range(std::size_t begin, std::size_t end) const;
};

/// Null after a mistake, which is reported (once: what follows from it is not).
[[nodiscard]] ExpressionPtr parse_expression(std::string_view text, const TextOrigin& origin,
                                             source::Diagnostics& diagnostics);
[[nodiscard]] TypeReferencePtr parse_type(std::string_view text, const TextOrigin& origin,
                                          source::Diagnostics& diagnostics);

/// Canonical text: one blank around operators, parentheses only where precedence needs them.
[[nodiscard]] std::string to_text(const Expression& expression);
[[nodiscard]] std::string to_text(const TypeReference& type);

/// Words that can't be names: and or not in if then else for true false.
[[nodiscard]] bool is_expression_keyword(std::string_view word);
/// Letters, digits and '_', not beginning with a digit.
[[nodiscard]] bool is_identifier(std::string_view text);

}  // namespace schemac::syntax
