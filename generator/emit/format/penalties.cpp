#include "emit/format/penalties.h"

#include <string_view>

namespace schemac::emit::format {
namespace {

class Penalties {
 public:
  explicit Penalties(Line& line)
      : line_(line), tokens_(line.tokens), is_in_head_(line.is_function) {}

  void run() {
    if (tokens_.empty()) return;
    tokens_.front().total = tokens_.front().width;
    for (std::uint32_t i = 1; i < tokens_.size(); ++i) {
      Token& token = tokens_[i];
      token.must_break = must_break(i);
      token.can_break = token.must_break || can_break(i);
      token.total = total(i);
      if (token.is(Role::initializer_colon)) is_in_head_ = false;
      token.penalty = cost(i) + 20 * token.binding;
    }
    find_tails();
  }

 private:
  [[nodiscard]] const Token* at(std::uint32_t i, std::uint32_t back) const {
    return i >= back ? &tokens_[i - back] : nullptr;
  }

  [[nodiscard]] std::uint32_t total(std::uint32_t i) const {
    const Token& token = tokens_[i];
    const Token& left = tokens_[i - 1];
    const Block* block = left.block != nowhere ? &line_.blocks[left.block] : nullptr;
    if (token.must_break || (block != nullptr && block->size() > 1))
      return left.total + column_limit;
    const std::uint32_t inner = block != nullptr && block->size() == 1 ? block->width + 1 : 0;
    return left.total + token.width + inner + (token.is_spaced ? 1 : 0);
  }

  [[nodiscard]] bool must_break(std::uint32_t i) const {
    const Token& left = tokens_[i - 1];
    const Token& right = tokens_[i];
    if (left.is(Kind::string) && right.is(Kind::string)) return true;
    // A comma before a closing brace asks for a line for each element.
    if (left.is_list_open() && left.match != nowhere && tokens_[left.match - 1].is(Kind::comma))
      return true;
    if (right.is(Kind::close_curly) && left.is(Kind::comma)) return true;
    if (left.ends_template_parameters && left.match != nowhere && tokens_[left.match].nesting == 0)
      return true;
    return left.is(Kind::open_round) && parts_lambda(left, right);
  }

  // Whether the arguments of a call are broken because one of them is a lambda and not the last.
  [[nodiscard]] bool parts_lambda(const Token& open, const Token& first) const {
    if (open.lambdas == 0 || first.is(Kind::open_round) || first.is(Role::lambda_square))
      return false;
    if (open.lambdas > 1) return true;
    if (open.list == nowhere) return false;
    const Token& last = tokens_[line_.lists[open.list].commas.back() + 1];
    return !last.is(Role::lambda_square) && !last.is(Kind::open_curly);
  }

  [[nodiscard]] bool can_break(std::uint32_t i) const {
    const Token& left = tokens_[i - 1];
    const Token& right = tokens_[i];
    if (right.is(Role::reference)) return false;
    if (right.is(Role::declared_name) || right.is(Role::function_name) || right.is_word("operator"))
      return true;
    if (left.is(Role::reference)) return false;
    if (left.is(Kind::question) && right.is(Kind::colon)) return false;
    if (right.is(Role::conditional)) return true;
    if (left.is(Role::conditional) || left.is(Role::base_colon)) return false;
    if (right.is(Role::base_colon)) return true;
    if (right.is(Kind::colon) && !right.is(Role::initializer_colon)) return false;
    if (left.ends_template_parameters) return true;
    if (right.is(Role::overloaded) || right.is(Role::overloaded_round)) return false;
    if (left.is(Role::range_colon)) return true;
    if (left.is(Role::template_close) || left.is(Role::unary) || left.is_word("operator"))
      return false;
    const Token* before = at(i, 2);
    if (left.is(Kind::open_round) && before != nullptr &&
        (before->is(Role::binary) || before->is(Role::cast_end)))
      return false;
    if (is_attribute_round(i - 1) || right.is(Kind::close_round) || right.is(Role::template_close))
      return false;
    if (right.is(Kind::close_square) && right.match != nowhere &&
        tokens_[right.match].is(Role::lambda_square))
      return false;
    if (right.is(Kind::close_curly))
      return right.match != nowhere && tokens_[right.match].is_block();
    return can_break_after(left, right);
  }

  [[nodiscard]] bool is_attribute_round(std::uint32_t i) const {
    return tokens_[i].is(Kind::open_round) && i > 0 && tokens_[i - 1].is_word("__attribute__");
  }

  [[nodiscard]] static bool can_break_after(const Token& left, const Token& right) {
    if (left.is(Role::trailing_word))
      return !(right.is(Kind::open_curly) || right.is(Kind::semicolon) || right.is(Kind::equal) ||
               right.is(Kind::open_round) || right.is(Kind::less) || right.is(Kind::two_colons));
    if (right.is_word("__attribute__") || right.is(Role::attribute_square))
      return !left.is(Role::attribute_square);
    if (left.is(Kind::name) && right.is(Kind::string)) return true;
    if (left.is(Role::initializer_colon)) return false;
    if (right.is(Role::initializer_colon)) return true;
    if ((left.is(Kind::greater) && right.is(Kind::greater)) ||
        (left.is(Kind::less) && right.is(Kind::less)))
      return false;
    if (right.is_word("typename") && !left.is_word("const")) return true;
    const bool is_operator = left.precedence > by_comma || left.is(Role::binary);
    if (is_operator && (left.precedence < by_shift || (left.text != "->*" && left.text != "<<")))
      return true;
    if (left.is(Role::attribute_square) && right.is(Kind::open_square)) return false;
    if (left.is(Kind::comma) || left.is(Kind::two_colons) || left.is(Kind::semicolon) ||
        left.is(Kind::open_curly) || left.is_word("class") || left.is_word("struct"))
      return true;
    if (right.is_member_access() || right.is(Role::result_arrow) || right.is(Role::lambda_arrow) ||
        (right.precedence == by_shift && right.text == "<<") || right.is(Kind::colon) ||
        right.is(Kind::open_square))
      return true;
    if (left.is(Kind::close_round)) return right.is(Kind::name) || right.is_word("const");
    return left.is(Kind::open_round) || left.is(Role::template_open);
  }

  [[nodiscard]] std::uint32_t cost(std::uint32_t i) const {
    const Token& left = tokens_[i - 1];
    const Token& right = tokens_[i];
    if (left.is(Kind::semicolon)) return 0;
    if (right.is(Kind::open_square)) {
      if (left.is(Kind::close_square)) return 200;
      if (right.is(Role::lambda_square) && left.is(Kind::equal)) return 35;
      if (!right.is(Role::lambda_square) && !right.is(Role::attribute_square)) return 500;
    }
    if (right.is(Role::declared_name) || right.is(Role::function_name) ||
        right.is_word("operator")) {
      if (line_.is_loop && right.is_in_several) return 3;
      return left.is(Role::declared_name) ? 110 : 200;
    }
    if (right.is(Role::reference)) return 190;
    if (right.is(Role::lambda_arrow) || right.is(Role::result_arrow)) return 110;
    if (left.is(Kind::equal) && right.is(Kind::open_curly)) return 160;
    if (left.is(Role::cast_end)) return 100;
    if (left.is(Kind::two_colons)) return 500;
    if (left.is_word("class") || left.is_word("struct")) return 5000;
    if (left.is(Role::range_colon) || left.is(Role::base_colon) || left.is(Role::initializer_colon))
      return 2;
    if (right.is_member_access()) {
      const bool ends_call =
          right.next_operator != nowhere && tokens_[right.next_operator - 1].closes();
      return ends_call ? 35 : 150;
    }
    if (right.is(Role::trailing_word) &&
        (i + 1 >= tokens_.size() || !tokens_[i + 1].is(Kind::open_round)))
      return (left.is(Kind::close_round) ? 100U : 120U) + (right.width < 10 ? 50U : 0U);
    if (line_.is_loop && left.is(Kind::equal)) return 4;
    return cost_of_operators(i);
  }

  [[nodiscard]] std::uint32_t cost_of_operators(std::uint32_t i) const {
    const Token& left = tokens_[i - 1];
    const Token& right = tokens_[i];
    const Token* before = at(i, 2);
    if (left.is(Kind::open_round) && is_in_head_) return 100;
    if (left.is(Kind::open_round) && before != nullptr &&
        (before->is_word("if") || before->is_word("for") || before->is_word("constexpr")))
      return 1000;
    if (left.is(Kind::equal) && is_in_head_) return 110;
    if (right.is(Kind::close_curly)) return 1;
    if (left.is(Role::template_open)) return 100;
    if (left.opens()) return left.parameters > 1 ? 1 : 19;
    const bool is_in_row = left.next_operator != nowhere || left.operator_index != 0;
    if (((left.precedence == by_sum && left.text == "+") || left.is(Kind::comma)) &&
        before != nullptr && is_label(*before) && is_in_row)
      return 50;
    if (right.precedence == by_sum && right.text == "+" && is_label(left) &&
        (right.next_operator != nowhere || right.operator_index != 0))
      return 25;
    if (left.is(Kind::comma)) return 1;
    if ((right.precedence == by_shift && right.text == "<<")) {
      if (is_label(left) && (right.next_operator != nowhere || right.operator_index != 1))
        return 25;
      return !left.is(Kind::close_round) || right.operator_index > 0 ? 2 : 1;
    }
    if (left.ends_template_parameters) return by_relation;
    if (left.is(Role::conditional)) return by_condition;
    const Precedence level = left.precedence != unknown ? left.precedence : right.precedence;
    return level != unknown ? level : 3;
  }

  // A string that announces what follows it.
  [[nodiscard]] static bool is_label(const Token& token) {
    if (!token.is(Kind::string)) return false;
    std::string_view text = token.text.substr(1, token.text.size() - 2);
    while (text.ends_with(' ')) text.remove_suffix(1);
    while (text.starts_with(' ')) text.remove_prefix(1);
    return text.size() > 1 && (text.back() == ':' || text.back() == '=');
  }

  void find_tails() {
    std::uint32_t tail = 0;
    for (std::size_t i = tokens_.size(); i-- > 0;) {
      Token& token = tokens_[i];
      token.tail = tail;
      if (token.can_break || token.is(Kind::string))
        tail = 0;
      else
        tail += token.width + (token.is_spaced ? 1 : 0);
    }
  }

  Line& line_;
  std::vector<Token>& tokens_;
  bool is_in_head_;
};

}  // namespace

void find_penalties(Line& line) { Penalties(line).run(); }

}  // namespace schemac::emit::format
