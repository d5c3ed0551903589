#include "emit/format/function_name.h"

namespace schemac::emit::format {
namespace {

class FunctionName {
 public:
  explicit FunctionName(Line& line) : tokens_(line.tokens) {}

  // The first name at the outermost level that parameters follow.
  void find() {
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      Token& token = tokens_[i];
      if (token.is_word("operator") && i + 1 < tokens_.size()) {
        mark_operator(i);
        if (i > 0 && tokens_[i - 1].is(Kind::two_colons)) continue;
      } else if (!token.is(Role::declared_name) || token.nesting != 0) {
        continue;
      }
      if (names_function(i)) token.role = Role::function_name;
    }
  }

 private:
  void mark_operator(std::uint32_t i) {
    std::uint32_t k = i + 1;
    while (k < tokens_.size() && !tokens_[k].is(Kind::open_round))
      tokens_[k++].role = Role::overloaded;
    if (k < tokens_.size()) tokens_[k].role = Role::overloaded_round;
  }

  [[nodiscard]] bool names_function(std::uint32_t i) const {
    std::uint32_t k = i + 1;
    if (tokens_[i].is_word("operator")) {
      while (k < tokens_.size() && tokens_[k].is(Role::overloaded)) ++k;
    } else {
      while (k < tokens_.size() && !tokens_[k].is(Kind::open_round)) {
        if (tokens_[k].is(Role::template_open)) {
          k = tokens_[k].match;
          if (k == nowhere) return false;
        } else if (tokens_[k].is(Kind::two_colons)) {
          if (++k >= tokens_.size() || !tokens_[k].is(Kind::name)) return false;
        } else {
          return false;
        }
        ++k;
      }
    }
    if (k >= tokens_.size() || tokens_[k].match == nowhere) return false;
    return tokens_.back().is(Kind::open_curly) || holds_parameters(k);
  }

  [[nodiscard]] bool holds_parameters(std::uint32_t open) const {
    const std::uint32_t close = tokens_[open].match;
    if (close == open + 1) return true;
    if (close + 1 < tokens_.size() && tokens_[close + 1].is(Role::reference)) return true;
    for (std::uint32_t k = open + 1; k < close; ++k) {
      const Token& token = tokens_[k];
      if (token.is(Kind::open_round) && token.match != nowhere) {
        k = token.match;
        continue;
      }
      if (token.is_word("const") || token.is(Kind::plain_type) || token.is(Role::reference) ||
          token.is(Role::declared_name) || token.is(Kind::ellipsis))
        return true;
      if (token.is(Kind::open_curly) || token.is(Kind::string) || token.is(Kind::number) ||
          token.is(Kind::character))
        return false;
    }
    return false;
  }

  std::vector<Token>& tokens_;
};

}  // namespace

void find_function_name(Line& line) { FunctionName(line).find(); }

}  // namespace schemac::emit::format
