#include "syntax/lexer.h"

#include <algorithm>
#include <array>
#include <optional>

#include "syntax/integer.h"

namespace schemac::syntax {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_begin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_character(char c) { return is_name_begin(c) || is_digit(c); }

// What people write who come from another language.
struct Habit {
  std::string_view spelling;
  std::string_view instead;  ///< the token that is meant; empty: the parser can't go on
  TokenKind kind;
  std::string_view message;
  std::string_view help;
};

// Longer spellings first. `!=` and `==` are read before this table is.
constexpr std::array habits = {
    Habit{"&&", "and", TokenKind::keyword, "'&&' is spelt 'and' here", "write 'a and b'"},
    Habit{"||", "or", TokenKind::keyword, "'||' is spelt 'or' here", "write 'a or b'"},
    Habit{"**", "", TokenKind::symbol, "there is no '**'", "write the power as a number"},
    Habit{"::", ".", TokenKind::symbol, "'::' is spelt '.' here", "write 'Type.member'"},
    Habit{"->", ".", TokenKind::symbol, "'->' is spelt '.' here", "write 'a.b'"},
    Habit{"<>", "!=", TokenKind::symbol, "'<>' is spelt '!=' here", "write 'a != b'"},
    Habit{"!", "not", TokenKind::keyword, "'!' is spelt 'not' here", "write 'not a'"},
    Habit{"=", "==", TokenKind::symbol, "'=' is spelt '==' here: nothing is assigned",
          "write 'a == b'"},
    Habit{"?", "", TokenKind::symbol, "'? :' is spelt 'if ... then ... else ...' here",
          "write 'if condition then a else b'"},
    Habit{"~", "", TokenKind::symbol, "there is no '~'",
          "write 'a ^ 0xff', with as many bits as are meant"},
    Habit{"#", "", TokenKind::symbol, "'#' has no meaning in an expression",
          "an enumerator is written by its name alone"},
};

// Longer symbols first.
constexpr std::array<std::string_view, 27> symbols = {
    "==", "!=", "<=", ">=", "++", "<<", ">>", "<", ">", "+", "-", "*", "/", "%",
    "&",  "|",  "^",  "(",  ")",  "[",  "]",  ",", ".", "{", "}", ":", ";"};

class Lexer {
 public:
  Lexer(std::string_view text, const TextOrigin& origin, source::Diagnostics& diagnostics)
      : text_(text), origin_(origin), diagnostics_(diagnostics) {}

  Tokens run() {
    while (result_.is_usable) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      read_token();
    }
    push(TokenKind::end, "", text_.size(), text_.size());
    return std::move(result_);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  void push(TokenKind kind, std::string_view spelling, std::size_t begin, std::size_t end) {
    result_.list.push_back({kind, std::string(spelling), 0, begin, end});
  }

  source::Diagnostic& report(std::size_t begin, std::size_t end, std::string code,
                             std::string message) {
    result_.had_errors = true;
    return diagnostics_.error(origin_.range(begin, end), std::move(code), std::move(message));
  }

  void read_token() {
    const char c = text_[at_];
    if (is_digit(c)) return read_number();
    if (is_name_begin(c)) return read_name();
    if (c == '\'') return read_string();
    if (c == '"') return read_double_quotes();
    if (text_.substr(at_).starts_with("...")) return refuse("'...' stands for nothing", "", 3);
    const auto matches = [&](std::string_view s) { return text_.substr(at_).starts_with(s); };
    const auto is_comparison = matches("==") || matches("!=") || matches("<=") || matches(">=");
    if (!is_comparison && read_habit()) return;
    const auto symbol = std::find_if(symbols.begin(), symbols.end(), matches);
    if (symbol == symbols.end()) return read_unknown();
    push(TokenKind::symbol, *symbol, at_, at_ + symbol->size());
    at_ += symbol->size();
  }

  void refuse(std::string message, std::string help, std::size_t length) {
    auto& error = report(at_, at_ + length, "bad-expression", std::move(message));
    if (!help.empty()) error.help(std::move(help));
    result_.is_usable = false;
  }

  bool read_habit() {
    for (const Habit& habit : habits) {
      if (!text_.substr(at_).starts_with(habit.spelling)) continue;
      const std::size_t end = at_ + habit.spelling.size();
      report(at_, end, "foreign-operator", std::string(habit.message))
          .help(std::string(habit.help));
      if (habit.instead.empty()) {
        result_.is_usable = false;
      } else {
        push(habit.kind, habit.instead, at_, end);
      }
      at_ = end;
      return true;
    }
    return false;
  }

  void read_unknown() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    refuse("'" + std::string(text_.substr(at_, end - at_)) + "' has no meaning in an expression",
           "", end - at_);
  }

  void read_number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
      ++at_;
      while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    }
    const std::string_view spelling = text_.substr(begin, at_ - begin);
    const auto number = parse_integer(spelling);
    if (!number) report_number(begin, spelling);
    push(TokenKind::integer, spelling, begin, at_);
    result_.list.back().value = number ? number->magnitude : 0;
  }

  void report_number(std::size_t begin, std::string_view spelling) {
    const std::string quoted = "'" + std::string(spelling) + "'";
    if (spelling.find('.') != std::string_view::npos) {
      report(begin, at_, "bad-number", quoted + " is not a whole number")
          .help("expressions are about whole numbers only");
      return;
    }
    const bool is_decimal = std::all_of(spelling.begin(), spelling.end(), is_digit);
    if (is_decimal && spelling.front() == '0') {
      report(begin, at_, "bad-number", quoted + " begins with a zero")
          .help("octal numbers don't exist; write decimal, 0x or 0b");
    } else if (is_decimal) {
      report(begin, at_, "bad-number", quoted + " doesn't fit into 64 bits");
    } else {
      report(begin, at_, "bad-number", quoted + " is neither a number nor a name")
          .help("numbers are written 12, 0x0c or 0b1100 and fit into 64 bits");
    }
  }

  void read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    push(is_expression_keyword(name) ? TokenKind::keyword : TokenKind::name, name, begin, at_);
  }

  // A quote is doubled inside a string: 'it''s'.
  void read_string() {
    const std::size_t begin = at_++;
    std::string content;
    while (at_ < text_.size()) {
      if (text_[at_] != '\'') {
        content += text_[at_++];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '\'') {
        content += '\'';
        at_ += 2;
      } else {
        ++at_;
        return push(TokenKind::string, content, begin, at_);
      }
    }
    report(begin, text_.size(), "bad-expression", "this string has no end")
        .help("close it with a single quote: '");
    result_.is_usable = false;
  }

  void read_double_quotes() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find('"', begin + 1);
    at_ = close == std::string_view::npos ? text_.size() : close + 1;
    const std::size_t content_end = close == std::string_view::npos ? at_ : close;
    const std::string content(text_.substr(begin + 1, content_end - begin - 1));
    report(begin, at_, "foreign-operator", "strings in expressions take single quotes")
        .help("write '" + content + "'");
    push(TokenKind::string, content, begin, at_);
  }

  std::string_view text_;
  const TextOrigin& origin_;
  source::Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  Tokens result_;
};

}  // namespace

Tokens tokenize(std::string_view text, const TextOrigin& origin, source::Diagnostics& diagnostics) {
  return Lexer(text, origin, diagnostics).run();
}

}  // namespace schemac::syntax
