// Recursive descent over the tokens of one expression; the grammar is in expression.h. After the
// first mistake nothing more is said about an expression: `failed_` unwinds by null pointers.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "syntax/expression.h"
#include "syntax/lexer.h"
#include "syntax/operator_table.h"
#include "syntax/parse.h"

namespace schemac::syntax {
namespace {

// Bounds the depth of left-leaning trees (a + a + ...), which recursion doesn't.
constexpr std::size_t longest_expression = 4000;

bool is_quantifier(std::string_view name) {
  return name == "count" || name == "all" || name == "any";
}

class Parser {
 public:
  Parser(std::string_view text, const TextOrigin& origin, source::Diagnostics& diagnostics)
      : origin_(origin), diagnostics_(diagnostics) {
    if (text.size() > longest_expression) {
      diagnostics_
          .error(origin.scalar, "bad-expression",
                 "this expression has " + std::to_string(text.size()) + " characters, more than " +
                     std::to_string(longest_expression))
          .help("name its parts with 'let:'");
      failed_ = true;
      tokens_.list.emplace_back();
      return;
    }
    tokens_ = tokenize(text, origin, diagnostics);
    failed_ = !tokens_.is_usable;
  }

  ExpressionPtr run_expression() {
    if (failed_) return nullptr;
    ExpressionPtr result = parse_expression();
    expect_end();
    return failed_ || tokens_.had_errors ? nullptr : result;
  }

  TypeReferencePtr run_type() {
    if (failed_) return nullptr;
    auto result = parse_type_reference();
    expect_end();
    if (failed_ || tokens_.had_errors) return nullptr;
    return std::make_shared<const TypeReference>(std::move(result));
  }

 private:
  const Token& token() const { return tokens_.list[at_]; }
  const Token& token_after() const {
    return tokens_.list[std::min(at_ + 1, tokens_.list.size() - 1)];
  }
  bool is(std::string_view spelling) const {
    return (token().kind == TokenKind::symbol || token().kind == TokenKind::keyword) &&
           token().text == spelling;
  }
  void advance() {
    last_end_ = token().end;
    if (token().kind != TokenKind::end) ++at_;
  }
  bool accept(std::string_view spelling) {
    if (!is(spelling)) return false;
    advance();
    return true;
  }
  source::SourceRange range_of(const Token& t) const { return origin_.range(t.begin, t.end); }

  template <typename Node>
  ExpressionPtr make(std::size_t begin, Node node) {
    if (failed_) return nullptr;
    return std::make_shared<const Expression>(
        Expression{origin_.range(begin, last_end_), std::move(node)});
  }

  source::Diagnostic* fail(const source::SourceRange& range, std::string message) {
    if (failed_) return nullptr;
    failed_ = true;
    if (tokens_.had_errors) return nullptr;  // most likely what follows from that
    return &diagnostics_.error(range, "bad-expression", std::move(message));
  }

  // "expected 'then', not 'x'", at the token that is there instead.
  void fail_expected(const std::string& what) {
    if (token().kind == TokenKind::end) {
      fail(range_of(token()), "the expression ends where " + what + " is expected");
    } else {
      fail(range_of(token()), "expected " + what + ", not '" + shown(token()) + "'");
    }
  }
  static std::string shown(const Token& t) {
    return t.kind == TokenKind::string ? "'" + t.text + "'" : t.text;
  }
  bool expect(std::string_view spelling) {
    if (accept(spelling)) return true;
    fail_expected("'" + std::string(spelling) + "'");
    return false;
  }

  void expect_end() {
    if (failed_ || token().kind == TokenKind::end) return;
    if (token().kind == TokenKind::symbol && (token().text == ")" || token().text == "]")) {
      fail(range_of(token()), "this '" + token().text + "' closes nothing");
    } else if (auto* error = fail(range_of(token()),
                                  "'" + shown(token()) + "' doesn't continue the expression")) {
      if (token().text == "is") error->help("equality is written '=='");
      if (token().text == "if") error->help("conditions are written 'if c then a else b'");
    }
  }

  // Bounded recursion: each nesting of parentheses, lists, calls and conditions passes here.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > max_depth) {
        parser_.fail(parser_.range_of(parser_.token()), "this expression is nested too deeply");
      }
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  ExpressionPtr parse_expression() {
    const Nesting nesting(*this);
    const std::size_t begin = token().begin;
    ExpressionPtr result = parse_operators(or_level);
    if (failed_ || !is("for")) return result;
    return parse_comprehension(begin, std::move(result));
  }

  ExpressionPtr parse_comprehension(std::size_t begin, ExpressionPtr result) {
    Comprehension node;
    node.result = std::move(result);
    expect("for");
    if (!parse_variable(node.variable, node.variable_range)) return nullptr;
    expect("in");
    node.list = parse_operators(or_level);
    if (!failed_ && accept("if")) node.condition = parse_operators(or_level);
    return make(begin, std::move(node));
  }

  bool parse_variable(std::string& name, source::SourceRange& range) {
    if (token().kind != TokenKind::name) {
      fail_expected("a name");
      return false;
    }
    name = token().text;
    range = range_of(token());
    advance();
    return true;
  }

  const OperatorRow* operator_here() const {
    if (token().kind != TokenKind::symbol && token().kind != TokenKind::keyword) return nullptr;
    const bool is_not_in = token().text == "not" && token_after().kind == TokenKind::keyword &&
                           token_after().text == "in";
    if (is_not_in) return &row_of(BinaryOperator::not_in);
    const auto* const row = std::ranges::find(operators, token().text, &OperatorRow::spelling);
    return row == operators.end() ? nullptr : row;
  }

  // Operators of at least `level`, left to right.
  ExpressionPtr parse_operators(Level level) {
    const std::size_t begin = token().begin;
    ExpressionPtr left = parse_not(level);
    bool has_compared = false;
    while (!failed_) {
      const OperatorRow* row = operator_here();
      if (row == nullptr || row->level < level) break;
      if (row->level == comparison_level && std::exchange(has_compared, true)) {
        if (auto* error = fail(range_of(token()), "comparisons can't be chained")) {
          error->help("write 'a < b and b < c', or '(a < b) == c'");
        }
        break;
      }
      // `not a == b` is not (a == b); what follows on a lower level isn't compared any more.
      if (row->level < comparison_level) has_compared = false;
      if (row->op == BinaryOperator::not_in) advance();
      advance();
      ExpressionPtr right = parse_operators(next(row->level));
      left = make(begin, Binary{row->op, std::move(left), std::move(right)});
    }
    return left;
  }

  ExpressionPtr parse_not(Level level) {
    if (!is("not")) return parse_unary();
    const Nesting nesting(*this);
    if (failed_) return nullptr;
    const Token word = token();
    if (level > not_level) {
      if (auto* error = fail(range_of(word), "'not' binds less than the operator before it")) {
        error->help("put '(not ...)' in parentheses");
      }
      return nullptr;
    }
    advance();
    ExpressionPtr operand = parse_operators(not_level);
    return make(word.begin, Unary{UnaryOperator::logical_not, std::move(operand)});
  }

  ExpressionPtr parse_unary() {
    const std::size_t begin = token().begin;
    if (!is("-")) return parse_postfix();
    const Nesting nesting(*this);
    if (failed_) return nullptr;
    advance();
    ExpressionPtr operand = parse_unary();
    return make(begin, Unary{UnaryOperator::negate, std::move(operand)});
  }

  ExpressionPtr parse_postfix() {
    const std::size_t begin = token().begin;
    ExpressionPtr result = parse_primary();
    while (!failed_) {
      if (accept(".")) {
        result = parse_member(begin, std::move(result));
      } else if (accept("[")) {
        ExpressionPtr index = parse_expression();
        if (!failed_) expect("]");
        result = make(begin, IndexAccess{std::move(result), std::move(index)});
      } else {
        break;
      }
    }
    return result;
  }

  ExpressionPtr parse_member(std::size_t begin, ExpressionPtr object) {
    const Token name = token();
    // After a dot the words of the language are names too.
    if (name.kind != TokenKind::name && name.kind != TokenKind::keyword) {
      fail_expected("a name after '.'");
      return nullptr;
    }
    advance();
    if (is("(")) {
      if (auto* error = fail(range_of(name), "values have no functions of their own")) {
        error->help("write '" + name.text + "(...)' with the value as its argument");
      }
      return nullptr;
    }
    return make(begin, MemberAccess{std::move(object), name.text, range_of(name)});
  }

  ExpressionPtr parse_primary() {
    if (failed_) return nullptr;
    const Token first = token();
    switch (first.kind) {
      case TokenKind::integer:
        advance();
        return make(first.begin, IntegerLiteral{first.value});
      case TokenKind::string:
        advance();
        return make(first.begin, StringLiteral{first.text});
      case TokenKind::name:
        advance();
        return is("(") ? parse_call(first) : make(first.begin, NameReference{first.text});
      case TokenKind::keyword:
        return parse_keyword(first);
      case TokenKind::symbol:
        return parse_bracket(first);
      case TokenKind::end:
        break;
    }
    fail_expected("a value");
    return nullptr;
  }

  ExpressionPtr parse_keyword(const Token& word) {
    if (word.text == "if") return parse_conditional();
    if (word.text == "true" || word.text == "false") {
      advance();
      return make(word.begin, BooleanLiteral{word.text == "true"});
    }
    fail_expected("a value");
    return nullptr;
  }

  ExpressionPtr parse_bracket(const Token& first) {
    if (accept("(")) {
      ExpressionPtr inner = parse_expression();
      if (!failed_) expect_closing(first, ")");
      return failed_ ? nullptr : inner;
    }
    if (accept("[")) {
      ListLiteral list;
      parse_items(first, "]", list.items);
      return make(first.begin, std::move(list));
    }
    fail_expected("a value");
    return nullptr;
  }

  void expect_closing(const Token& opening, std::string_view closing) {
    if (accept(closing)) return;
    if (token().kind == TokenKind::end) {
      fail(range_of(opening), "this '" + opening.text + "' is not closed");
    } else {
      fail_expected("'" + std::string(closing) + "'");
    }
  }

  void parse_items(const Token& opening, std::string_view closing,
                   std::vector<ExpressionPtr>& items) {
    if (accept(closing)) return;
    do {
      items.push_back(parse_expression());
    } while (!failed_ && accept(","));
    if (!failed_) expect_closing(opening, closing);
  }

  ExpressionPtr parse_conditional() {
    const std::size_t begin = token().begin;
    Conditional node;
    expect("if");
    node.condition = parse_expression();
    if (!failed_) expect("then");
    if (!failed_) node.chosen = parse_expression();
    if (!failed_) expect("else");
    // No comprehension here: in `if a then b else c for x in list` the `for` is about the whole.
    if (!failed_) node.otherwise = parse_operators(or_level);
    return make(begin, std::move(node));
  }

  ExpressionPtr parse_call(const Token& name) {
    const Token opening = token();
    expect("(");
    Call call{name.text, range_of(name), {}};
    parse_items(opening, ")", call.arguments);
    if (failed_) return nullptr;
    if (auto quantified = to_quantified(call)) return make(name.begin, std::move(*quantified));
    return make(name.begin, std::move(call));
  }

  // `count(c in chunks, rule)`: the first argument isn't a comparison but declares c.
  std::optional<Quantified> to_quantified(const Call& call) const {
    if (!is_quantifier(call.function) || call.arguments.size() != 2) return std::nullopt;
    const auto* binding = std::get_if<Binary>(&call.arguments[0]->node);
    if (binding == nullptr || binding->op != BinaryOperator::in) return std::nullopt;
    const auto* variable = std::get_if<NameReference>(&binding->left->node);
    if (variable == nullptr) return std::nullopt;
    return Quantified{call.function,        call.function_range, variable->name,
                      binding->left->range, binding->right,      call.arguments[1]};
  }

  TypeReference parse_type_reference() {
    TypeReference type;
    const Token first = token();
    do {
      if (token().kind != TokenKind::name) {
        fail_expected("the name of a type");
        return type;
      }
      if (!type.path.empty()) type.name += ".";
      type.name += token().text;
      type.path.push_back(token().text);
      advance();
    } while (accept("."));
    type.name_range = origin_.range(first.begin, last_end_);
    const Token opening = token();
    if (accept("(")) {
      if (is(")")) {
        fail(range_of(token()), "a type without arguments is written without parentheses");
      }
      parse_items(opening, ")", type.arguments);
    }
    if (!failed_ && accept("[")) {
      type.is_list = true;
      if (!is("]")) {
        if (auto* error = fail(range_of(token()), "a type has no length")) {
          error->help("write 'repeat:' beside 'type:'");
        }
      }
      expect("]");
    }
    type.range = origin_.range(first.begin, last_end_);
    return type;
  }

  const TextOrigin& origin_;
  source::Diagnostics& diagnostics_;
  Tokens tokens_;
  std::size_t at_ = 0;
  std::size_t last_end_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

ExpressionPtr parse_expression(std::string_view text, const TextOrigin& origin,
                               source::Diagnostics& diagnostics) {
  return Parser(text, origin, diagnostics).run_expression();
}

TypeReferencePtr parse_type(std::string_view text, const TextOrigin& origin,
                            source::Diagnostics& diagnostics) {
  return Parser(text, origin, diagnostics).run_type();
}

}  // namespace schemac::syntax
