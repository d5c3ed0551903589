// The tokens of a message's text, as far as it takes to find its fields.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace schemac::direct {

/// Goes from token to token: a quoted text, one sign, or anything else up to the next of these.
/// Blanks and comments are passed over.
class TextTokens {
 public:
  explicit TextTokens(std::string_view text) : text_(text) {}

  /// The next token; false at the end.
  bool next() {
    begin_ = end_;
    while (begin_ < text_.size() && (is_space(text_[begin_]) || text_[begin_] == '#'))
      begin_ = text_[begin_] == '#' ? std::min(text_.find('\n', begin_), text_.size()) : begin_ + 1;
    end_ = begin_ == text_.size() ? begin_ : after_token();
    return begin_ != end_;
  }
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] std::string_view token() const { return text_.substr(begin_, end_ - begin_); }
  [[nodiscard]] char first() const { return text_[begin_]; }
  [[nodiscard]] bool is_sign() const { return is_sign(first()); }
  [[nodiscard]] bool is_quoted() const { return is_quote(first()); }

 private:
  static bool is_space(char ch) {
    return std::string_view(" \t\n\v\f\r").find(ch) != std::string_view::npos;
  }
  static bool is_sign(char ch) {
    return std::string_view("{}<>[]:,;").find(ch) != std::string_view::npos;
  }
  static bool is_quote(char ch) { return ch == '"' || ch == '\''; }

  [[nodiscard]] std::size_t after_token() const {
    std::size_t at = begin_ + 1;
    if (is_sign()) return at;
    if (!is_quoted()) {
      const auto ends = [](char ch) {
        return is_space(ch) || is_sign(ch) || is_quote(ch) || ch == '#';
      };
      while (at < text_.size() && !ends(text_[at])) ++at;
      return at;
    }
    for (; at < text_.size() && text_[at] != first(); ++at)
      if (text_[at] == '\\') ++at;
    return std::min(at + 1, text_.size());
  }

  std::string_view text_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace schemac::direct
