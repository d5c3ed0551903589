#include "emit/format/roles.h"

#include "emit/format/function_name.h"

namespace schemac::emit::format {
namespace {

// What is known inside of a pair of brackets.
struct Context {
  Kind kind = Kind::word;
  std::uint32_t open = nowhere;
  std::uint16_t binding = 1;
  bool is_expression = false;
  bool has_initializers = false;
  bool has_bases = false;
  bool is_of_loop = false;  // the parentheses of `for`
  std::uint32_t conditions = 0;
  std::uint32_t declared = nowhere;
};

class Roles {
 public:
  explicit Roles(Line& line) : line_(line), tokens_(line.tokens) { contexts_.push_back({}); }

  void run() {
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      Token& token = tokens_[i];
      if (token.closes() && token.match != nowhere) {
        set_place(token);
        close(i);
        continue;
      }
      note_element(i);
      set_place(token);
      find_role(i);
      note_context(i);
      if (token.opens() && token.match != nowhere) open(i);
    }
    if (!line_.blocks.empty()) count_twice();
  }

 private:
  void set_place(Token& token) {
    token.nesting = static_cast<std::uint16_t>(contexts_.size() - 1);
    token.binding = contexts_.back().binding;
  }

  // Counts the elements of the brackets that a token is in.
  void note_element(std::uint32_t i) {
    if (contexts_.back().open == nowhere) return;
    Token& open = tokens_[contexts_.back().open];
    const Token& token = tokens_[i];
    if (token.is_block()) ++open.lambdas;
    if (!token.is(Kind::comma)) {
      if (open.parameters == 0) open.parameters = 1;
      return;
    }
    ++open.parameters;
    if (open.list == nowhere) {
      open.list = static_cast<std::uint32_t>(line_.lists.size());
      line_.lists.emplace_back();
    }
    line_.lists[open.list].commas.push_back(i);
  }

  // After `<`, clang-format first looks for the end of arguments; lambdas in brackets that it meets
  // on the way have been counted when it finds that there is none.
  void count_twice() {
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      if (!tokens_[i].is(Kind::less) || !tokens_[i].is(Role::binary)) continue;
      for (std::uint32_t k = i + 1; k < tokens_.size() && !ends_comparison(i, k); ++k)
        if (tokens_[k].opens()) tokens_[k].lambdas *= 2;
    }
  }
  [[nodiscard]] bool ends_comparison(std::uint32_t less, std::uint32_t k) const {
    const Token& token = tokens_[k];
    if (token.closes()) return token.match == nowhere || token.match < less;
    return token.nesting == tokens_[less].nesting &&
           (token.text == "&&" || token.text == "||" || token.is(Role::conditional));
  }

  void open(std::uint32_t i) {
    Token& token = tokens_[i];
    Context inner;
    inner.kind = token.kind;
    token.is_in_round = contexts_.back().kind == Kind::open_round;
    inner.open = i;
    inner.is_expression = contexts_.back().is_expression;
    std::uint16_t more = 1;
    if (token.is(Role::template_open) || token.is(Role::subscript_square)) more = 10;
    if (token.is(Role::template_open)) inner.is_expression = false;
    if (token.is_list_open()) inner.is_expression = true;
    if (token.is(Kind::open_round)) inner.is_of_loop = i > 0 && tokens_[i - 1].is_word("for");
    inner.binding = static_cast<std::uint16_t>(contexts_.back().binding + more);
    contexts_.push_back(inner);
  }

  void close(std::uint32_t i) {
    contexts_.pop_back();
    Token& token = tokens_[i];
    Token& open = tokens_[token.match];
    const Token* before = token.match > 0 ? &tokens_[token.match - 1] : nullptr;
    if (token.is(Role::template_close) && before != nullptr && before->is_word("template"))
      token.ends_template_parameters = true;
    if (!token.is(Kind::close_round)) return;
    if (ends_cast(i)) token.role = Role::cast_end;
    const bool is_odd =
        before != nullptr && (before->text == "decltype" || before->is_word("__attribute__"));
    if (line_.is_declaration && contexts_.size() == 1 && !contexts_.back().is_expression &&
        open.is(Kind::open_round) && !is_odd)
      line_.is_function = true;
  }

  // `(void)x`: nothing but a cast has no blank after it.
  [[nodiscard]] bool ends_cast(std::uint32_t i) const {
    if (i + 1 >= tokens_.size() || tokens_[i + 1].is_spaced || tokens_[i].match + 1 == i)
      return false;
    const Token& next = tokens_[i + 1];
    if (next.is(Kind::open_round))
      return tokens_[i - 1].is(Kind::plain_type) && i == tokens_[i].match + 2;
    return next.is(Kind::name) || next.is(Kind::number) || next.is_word("this");
  }

  void find_role(std::uint32_t i) {
    Token& token = tokens_[i];
    if (token.role != Role::none) return;
    switch (token.kind) {
      case Kind::name:
        if (is_declared(i) && (!line_.is_function || token.nesting != 0)) {
          token.role = Role::declared_name;
          contexts_.back().declared = i;
          return;
        }
        [[fallthrough]];
      case Kind::word:
        return find_role_of_word(i);
      case Kind::operation:
        return find_role_of_operation(i);
      case Kind::open_square:
        token.role = role_of_square(i);
        return;
      case Kind::question:
        ++contexts_.back().conditions;
        token.role = Role::conditional;
        return;
      case Kind::colon:
        token.role = role_of_colon(i);
        return;
      case Kind::comma:
        return find_role_of_comma(i);
      case Kind::arrow:
        token.role = role_of_arrow(i);
        return;
      case Kind::dot:
        if (i > 0 && (tokens_[i - 1].is(Kind::comma) || tokens_[i - 1].is(Kind::open_curly)))
          token.role = Role::designator;
        return;
      case Kind::equal:
      case Kind::less:
      case Kind::greater:
        token.role = Role::binary;
        return;
      case Kind::plain_type:
      case Kind::number:
      case Kind::string:
      case Kind::character:
      case Kind::open_round:
      case Kind::close_round:
      case Kind::close_square:
      case Kind::open_curly:
      case Kind::close_curly:
      case Kind::semicolon:
      case Kind::two_colons:
      case Kind::ellipsis:
        return;
    }
  }

  void find_role_of_word(std::uint32_t i) {
    Token& token = tokens_[i];
    if (i > 0 && tokens_[i - 1].is_word("operator")) token.role = Role::overloaded;
    if (!token.is(Kind::name) && token.text != "const") return;
    if (i > 0 && !tokens_[i - 1].is(Kind::equal) && line_.is_function && contexts_.size() == 1)
      token.role = Role::trailing_word;
  }

  // A name after a type, after `auto` or after another name.
  [[nodiscard]] bool is_declared(std::uint32_t i) const {
    while (i > 0 && tokens_[i - 1].is_word("const")) --i;
    if (i == 0) return false;
    const Token& last = tokens_[i - 1];
    if (last.is(Role::template_close)) {
      if (last.match == 0) return false;
      const Token& named = tokens_[last.match - 1];
      return !named.is(Kind::dot) && !named.is_word("template");
    }
    if (last.is(Kind::close_round))
      return last.match != nowhere && last.match > 0 && tokens_[last.match - 1].text == "decltype";
    return last.is(Kind::name) || last.is(Kind::plain_type) || last.is(Role::reference);
  }

  void find_role_of_operation(std::uint32_t i) {
    Token& token = tokens_[i];
    if (i > 0 && tokens_[i - 1].is_word("operator")) {
      token.role = Role::overloaded;
      return;
    }
    const bool is_before_blank = i + 1 < tokens_.size() && tokens_[i + 1].is_spaced;
    const bool may_be_reference = token.text == "*" || token.text == "&" || token.text == "&&";
    if (token.precedence == unknown) {
      token.role = Role::unary;
    } else if (!may_be_reference || (token.is_spaced && is_before_blank)) {
      token.role = token.is_spaced && !is_before_blank ? Role::unary : Role::binary;
      if (i > 0 && tokens_[i - 1].opens()) token.role = Role::unary;
    } else {
      token.role = token.is_spaced || i == 0 || begins_operand(tokens_[i - 1]) ? Role::unary
                                                                               : Role::reference;
    }
  }
  [[nodiscard]] static bool begins_operand(const Token& last) {
    if (last.is(Role::template_open)) return false;
    return last.opens() || last.is(Role::unary) || last.is(Role::cast_end);
  }

  [[nodiscard]] Role role_of_square(std::uint32_t i) const {
    const bool is_first = i + 1 < tokens_.size() && tokens_[i + 1].is(Kind::open_square);
    if (is_first || (i > 0 && tokens_[i - 1].is(Kind::open_square) &&
                     tokens_[i - 1].is(Role::attribute_square)))
      return Role::attribute_square;
    for (std::uint32_t k = i; k > 0; --k) {
      const Token& last = tokens_[k - 1];
      if (last.text == "auto") return Role::none;  // auto [a, b]
      if (last.text != "&" && last.text != "&&" && last.text != "const") break;
    }
    return Role::subscript_square;
  }

  [[nodiscard]] Role role_of_colon(std::uint32_t i) {
    Context& context = contexts_.back();
    if (context.conditions > 0) {
      --context.conditions;
      return Role::conditional;
    }
    if (context.is_of_loop) return Role::range_colon;
    if (contexts_.size() != 1 || line_.begins_with("case") || i == 0) return Role::none;
    if (i + 1 < tokens_.size() && tokens_[i + 1].is(Kind::number)) return Role::none;
    const Token& last = tokens_[i - 1];
    if (last.is(Kind::close_round) || last.is_word("noexcept")) return Role::initializer_colon;
    return line_.is_enumeration ? Role::none : Role::base_colon;
  }

  void find_role_of_comma(std::uint32_t i) {
    Context& context = contexts_.back();
    if (context.has_initializers) {
      tokens_[i].role = Role::initializer_comma;
    } else if (context.has_bases) {
      tokens_[i].role = Role::base_comma;
    } else if (context.declared != nowhere && (contexts_.size() == 1 || line_.is_loop)) {
      tokens_[context.declared].is_in_several = true;
    }
  }

  [[nodiscard]] Role role_of_arrow(std::uint32_t i) const {
    const Token& token = tokens_[i];
    if (!token.is_spaced || i == 0) return Role::none;
    return contexts_.size() == 1 && line_.is_function && !contexts_.back().is_expression
               ? Role::result_arrow
               : Role::lambda_arrow;
  }

  void note_context(std::uint32_t i) {
    Context& context = contexts_.back();
    const Token& token = tokens_[i];
    const bool is_kept =
        line_.begins_with("template") || line_.begins_with("using") || line_.begins_with("return");
    if (token.precedence == by_assignment && token.is(Role::binary) && !is_kept)
      context.is_expression = true;
    if (token.is_word("return") || token.is_word("throw") || token.is(Kind::semicolon) ||
        (token.is(Kind::operation) && (token.text == "<<" || token.text == "!")))
      context.is_expression = true;
    if (token.is(Role::result_arrow) || token.is(Role::lambda_arrow)) context.is_expression = false;
    if (token.is(Role::initializer_colon)) context.is_expression = context.has_initializers = true;
    if (token.is(Role::base_colon)) context.has_bases = true;
    if ((token.is(Kind::comma) || token.is(Kind::greater)) && line_.is_declaration &&
        !contexts_.front().has_initializers)
      context.is_expression = false;
    if (token.is(Kind::semicolon)) context.declared = nowhere;
  }

  Line& line_;
  std::vector<Token>& tokens_;
  std::vector<Context> contexts_;
};

}  // namespace

void find_roles(Line& line) {
  Roles(line).run();
  find_function_name(line);
}

}  // namespace schemac::emit::format
