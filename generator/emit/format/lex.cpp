#include "emit/format/lex.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "emit/format/characters.h"
#include "emit/format/pieces.h"
#include "source/text_width.h"

namespace schemac::emit::format {
namespace {

constexpr std::array<std::string_view, 14> plain_types = {
    "auto", "bool", "char",  "char8_t", "decltype", "double", "float",
    "int",  "long", "short", "signed",  "unsigned", "void",   "wchar_t"};
constexpr std::array<std::string_view, 50> words = {"__attribute__",
                                                    "alignas",
                                                    "alignof",
                                                    "break",
                                                    "case",
                                                    "catch",
                                                    "class",
                                                    "const",
                                                    "constexpr",
                                                    "continue",
                                                    "default",
                                                    "delete",
                                                    "do",
                                                    "else",
                                                    "enum",
                                                    "explicit",
                                                    "export",
                                                    "extern",
                                                    "false",
                                                    "for",
                                                    "friend",
                                                    "goto",
                                                    "if",
                                                    "inline",
                                                    "mutable",
                                                    "namespace",
                                                    "new",
                                                    "noexcept",
                                                    "nullptr",
                                                    "operator",
                                                    "private",
                                                    "protected",
                                                    "public",
                                                    "reinterpret_cast",
                                                    "requires",
                                                    "return",
                                                    "sizeof",
                                                    "static",
                                                    "static_assert",
                                                    "static_cast",
                                                    "struct",
                                                    "switch",
                                                    "template",
                                                    "this",
                                                    "throw",
                                                    "true",
                                                    "typename",
                                                    "union",
                                                    "using",
                                                    "while"};

// Of most names a look at the second letter tells that they are no word of the language.
constexpr auto pairs = [] {
  std::array<bool, 32 * 32> found{};
  const auto add = [&](std::string_view word) {
    found[static_cast<std::size_t>((word[0] & 31) * 32 + (word[1] & 31))] = true;
  };
  for (const std::string_view word : plain_types) add(word);
  for (const std::string_view word : words) add(word);
  return found;
}();

Kind kind_of_word(std::string_view text) {
  if (text.size() < 2 || !pairs[static_cast<std::size_t>((text[0] & 31) * 32 + (text[1] & 31))])
    return Kind::name;
  if (std::binary_search(plain_types.begin(), plain_types.end(), text)) return Kind::plain_type;
  if (std::binary_search(words.begin(), words.end(), text)) return Kind::word;
  return Kind::name;
}

struct Sign {
  std::size_t size;
  Kind kind;
  Precedence precedence;
};

// What begins with this character, which the next two tell.
Sign sign_of(char first, char second, char third) {
  const bool is_doubled = first == second;
  const bool is_assigning = second == '=';
  switch (first) {
    case '(':
      return {1, Kind::open_round, unknown};
    case ')':
      return {1, Kind::close_round, unknown};
    case '[':
      return {1, Kind::open_square, unknown};
    case ']':
      return {1, Kind::close_square, unknown};
    case '{':
      return {1, Kind::open_curly, unknown};
    case '}':
      return {1, Kind::close_curly, unknown};
    case ',':
      return {1, Kind::comma, by_comma};
    case ';':
      return {1, Kind::semicolon, unknown};
    case '?':
      return {1, Kind::question, by_condition};
    case ':':
      return is_doubled ? Sign{2, Kind::two_colons, unknown} : Sign{1, Kind::colon, unknown};
    case '.':
      return is_doubled && third == '.' ? Sign{3, Kind::ellipsis, unknown}
                                        : Sign{1, Kind::dot, unknown};
    case '=':
      return is_doubled ? Sign{2, Kind::operation, by_equality}
                        : Sign{1, Kind::equal, by_assignment};
    case '<':
      if (is_assigning)
        return third == '>' ? Sign{3, Kind::operation, by_three_way}
                            : Sign{2, Kind::operation, by_relation};
      if (is_doubled)
        return third == '=' ? Sign{3, Kind::operation, by_assignment}
                            : Sign{2, Kind::operation, by_shift};
      return {1, Kind::less, by_relation};
    case '>':
      return is_assigning ? Sign{2, Kind::operation, by_relation}
                          : Sign{1, Kind::greater, by_relation};
    case '!':
      return is_assigning ? Sign{2, Kind::operation, by_equality}
                          : Sign{1, Kind::operation, unknown};
    case '&':
      if (is_doubled) return {2, Kind::operation, by_and};
      break;
    case '|':
      if (is_doubled) return {2, Kind::operation, by_or};
      break;
    case '-':
      if (second == '>')
        return third == '*' ? Sign{3, Kind::operation, by_member_pointer}
                            : Sign{2, Kind::arrow, unknown};
      [[fallthrough]];
    case '+':
      if (is_doubled) return {2, Kind::operation, unknown};
      break;
    default:
      break;
  }
  if (is_assigning) return {2, Kind::operation, by_assignment};
  constexpr std::string_view binary = "*/%+-&^|";
  constexpr std::array<Precedence, 8> bindings = {by_product, by_product, by_product, by_sum,
                                                  by_sum,     by_bit_and, by_bit_xor, by_bit_or};
  const std::size_t at = binary.find(first);
  return {1, Kind::operation, at < bindings.size() ? bindings[at] : unknown};
}

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
    if (!open_.empty()) line_.is_complete = false;
  }

 private:
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
  // What remains open is the brace of a block.
  if (line.tokens.empty() || !line.tokens.back().is(Kind::open_curly)) return;
  line.tokens.back().role = Role::block_curly;
  line.is_complete = true;
}

}  // namespace schemac::emit::format
