#include "emit/format/lex.h"

#include <algorithm>
#include <string_view>

#include "emit/format/characters.h"
#include "emit/format/pieces.h"
#include "emit/format/spelling.h"
#include "source/text_width.h"

namespace schemac::emit::format {
namespace {

class Lexer {
 public:
  Lexer(std::string_view code, Line& line) : code_(code), line_(line) {}

  void run() {
    for (;;) {
      const std::size_t before = at_;
      while (at_ < code_.size() && is_blank(code_[at_])) ++at_;
      if (at_ == code_.size()) break;
      Token token;
      token.is_spaced = at_ != before && is_spaced(before);
      take(token);
    }
    if (!open_.empty()) end_open();
  }

 private:
  // What may remain open is the brace of a block, at the end.
  void end_open() {
    Token& last = line_.tokens.back();
    if (open_.size() != 1 || open_.back() + 1 != line_.tokens.size() || !last.is(Kind::open_curly))
      line_.is_complete = false;
    else
      last.role = Role::block_curly;
  }

  // Whether blanks from `before` on are more than a break of the line where no blank belongs.
  [[nodiscard]] bool is_spaced(std::size_t before) const {
    if (at_ == before + 1 && code_[before] == ' ') return true;
    if (std::find(code_.begin() + static_cast<std::ptrdiff_t>(before),
                  code_.begin() + static_cast<std::ptrdiff_t>(at_),
                  '\n') == code_.begin() + static_cast<std::ptrdiff_t>(at_))
      return true;
    if (line_.tokens.empty()) return true;
    const Token& last = line_.tokens.back();
    const char next = code_[at_];
    if (next == '.') return last.is(Kind::comma);
    if (next == ')' || next == ']' || next == ',' || next == ';') return false;
    if (next == '}') return !line_.tokens.empty() && last.is_block();
    const std::string_view rest = code_.substr(at_);
    if (rest.starts_with("::")) return false;
    if (rest.starts_with("->") && last.kind != Kind::close_round) return false;
    return !(last.opens() || (last.is(Kind::less) && !last.is_spaced) ||
             last.is(Kind::two_colons) || last.is(Kind::dot) || last.text == "!");
  }

  void take(Token& token) {
    const char c = code_[at_];
    if (is_digit(c) || (c == '.' && at_ + 1 < code_.size() && is_digit(code_[at_ + 1])))
      return take_number(token);
    if (c == '"' || c == '\'') return take_literal(token, at_);
    if (is_of_word(c)) return take_word(token);
    take_sign(token);
  }

  void add(Token& token, std::size_t end, Kind kind) {
    token.text = code_.substr(at_, end - at_);
    token.width = static_cast<std::uint32_t>(token.text.size());
    token.kind = kind;
    at_ = end;
    line_.tokens.push_back(token);
  }

  void take_number(Token& token) {
    std::size_t end = at_;
    while (end < code_.size() && (is_of_word(code_[end]) || code_[end] == '.' ||
                                  code_[end] == '\'' || is_exponent_sign(end)))
      ++end;
    add(token, end, Kind::number);
  }
  [[nodiscard]] bool is_exponent_sign(std::size_t i) const {
    return (code_[i] == '-' || code_[i] == '+') && (code_[i - 1] == 'e' || code_[i - 1] == 'E') &&
           !code_.substr(at_).starts_with("0x");
  }

  void take_literal(Token& token, std::size_t open) {
    const char quote = code_[open];
    std::size_t end = open + 1;
    for (; end < code_.size() && code_[end] != quote; ++end)
      if (code_[end] == '\\') ++end;
    end = std::min(end + 1, code_.size());
    add(token, end, quote == '"' ? Kind::string : Kind::character);
    Token& added = line_.tokens.back();
    if (std::any_of(added.text.begin(), added.text.end(), is_wide))
      added.width = static_cast<std::uint32_t>(source::width_of(added.text));
  }

  void take_word(Token& token) {
    std::size_t end = at_;
    while (end < code_.size() && is_of_word(code_[end])) ++end;
    const std::string_view text = code_.substr(at_, end - at_);
    const bool is_prefix = text == "u8" || text == "u" || text == "U" || text == "L";
    if (is_prefix && end < code_.size() && (code_[end] == '"' || code_[end] == '\''))
      return take_literal(token, end);
    add(token, end, kind_of_word(text));
  }

  void take_sign(Token& token) {
    const auto character = [&](std::size_t i) { return i < code_.size() ? code_[i] : ' '; };
    const Sign sign = sign_of(code_[at_], character(at_ + 1), character(at_ + 2));
    token.precedence = sign.precedence;
    add(token, at_ + sign.size, sign.kind);
    Token& added = line_.tokens.back();
    const auto index = static_cast<std::uint32_t>(line_.tokens.size() - 1);
    if (sign.kind == Kind::open_square && begins_lambda(index)) {
      added.role = Role::lambda_square;
      lambdas_.push_back(open_.size());
    }
    if (sign.kind == Kind::less && begins_arguments(index)) added.role = Role::template_open;
    if (added.opens()) {
      if (sign.kind == Kind::open_curly && !lambdas_.empty() && lambdas_.back() == open_.size()) {
        lambdas_.pop_back();
        return take_body(index);
      }
      open_.push_back(index);
    }
    if (sign.kind == Kind::greater && !open_.empty() && !added.is_spaced &&
        line_.tokens[open_.back()].is(Role::template_open))
      added.role = Role::template_close;
    if (added.closes()) close(index);
  }

  void close(std::uint32_t index) {
    if (open_.empty()) {
      if (index != 0) line_.is_complete = false;
      return;
    }
    const std::uint32_t open = open_.back();
    open_.pop_back();
    line_.tokens[index].match = open;
    line_.tokens[open].match = index;
    while (!lambdas_.empty() && lambdas_.back() > open_.size()) lambdas_.pop_back();
  }

  // The braces of a lambda are neighbours in the line: what is between them is put beside it.
  void take_body(std::uint32_t open) {
    Block block;
    block.body.pieces = pieces_of_body(code_, at_);
    block.body.lines.resize(block.size());
    line_.tokens[open].role = Role::block_curly;
    line_.tokens[open].block = static_cast<std::uint32_t>(line_.blocks.size());
    line_.blocks.push_back(std::move(block));
    if (at_ >= code_.size()) {
      line_.is_complete = false;
      return;
    }
    Token token;
    token.is_spaced = line_.blocks.back().size() != 0;
    add(token, at_ + 1, Kind::close_curly);
    const auto close = static_cast<std::uint32_t>(line_.tokens.size() - 1);
    line_.tokens[close].match = open;
    line_.tokens[open].match = close;
  }

  [[nodiscard]] bool begins_lambda(std::uint32_t index) const {
    if (at_ < code_.size() && code_[at_] == '[') return false;
    if (index == 0) return true;
    const Token& last = line_.tokens[index - 1];
    if (last.is(Kind::name) || last.is(Kind::plain_type) || last.closes() ||
        last.is(Kind::open_square) || last.is(Kind::string) || last.text == "this")
      return false;
    // `auto& [a, b]`
    const bool is_reference = last.text == "&" || last.text == "&&";
    return !(is_reference && !last.is_spaced);
  }
  [[nodiscard]] bool begins_arguments(std::uint32_t index) const {
    if (index == 0) return false;
    const Token& token = line_.tokens[index];
    const Token& last = line_.tokens[index - 1];
    if (last.is_word("template")) return true;
    return !token.is_spaced && !last.is_word("operator") &&
           !(at_ < code_.size() && is_blank(code_[at_]));
  }

  std::string_view code_;
  Line& line_;
  std::size_t at_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<std::size_t> lambdas_;  // how many brackets are around those without a body yet
};

}  // namespace

void lex(const Piece& piece, Line& line) {
  line.tokens.clear();
  line.groups.clear();
  line.lists.clear();
  line.blocks.clear();
  line.is_declaration = piece.is_declaration;
  line.is_function = false;
  line.is_complete = true;
  line.has_end = false;
  Lexer(piece.code, line).run();
  line.is_loop = line.begins_with("for");
  line.is_enumeration = line.begins_with("enum");
}

}  // namespace schemac::emit::format
