// Walks over the characters of code up to the end of a statement or of what opens a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace schemac::emit::format {

class Scan {
 public:
  Scan() = default;
  Scan(std::string_view text, std::size_t at) : text_(text), at_(at), begin_(at) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  /// Whether it holds a lambda, more than one line, or what is broken however short it is.
  [[nodiscard]] bool is_involved() const { return is_involved_ || has_lambda_; }
  [[nodiscard]] bool has_lambda() const { return has_lambda_; }
  [[nodiscard]] bool is_ascii() const { return is_ascii_; }

  /// The word that comes next, after blanks; empty if something else does.
  std::string_view word();
  /// What is in parentheses next, and the attribute after them.
  void take_condition();
  /// Up to the colon of `case x:`.
  void take_label();
  /// Up to a semicolon that ends it and with it, or up to the brace of a block or of a list with
  /// comments in it.
  enum class Stop : std::uint8_t { end, block, listing };
  Stop take_statement();
  /// Up to the end of the line or a comment.
  void take_enumerator();
  void take_brace();
  void take_colon();
  [[nodiscard]] bool is_before_brace() const;
  [[nodiscard]] bool is_before_colon() const;

  /// Moves `begin` after the brackets of `template <...>`.
  void skip_template_parameters(std::size_t& begin) const;
  [[nodiscard]] std::string_view first_word_after(std::size_t& begin, std::string_view word) const;

 private:
  void skip_quiet();
  void take_character();
  void take_quoted(char quote);
  void meet_square();
  void close_bracket();
  [[nodiscard]] bool begins_block() const;
  [[nodiscard]] bool begins_listing() const;
  [[nodiscard]] char before(std::size_t at) const;
  [[nodiscard]] std::size_t after_blanks(std::size_t at) const;
  [[nodiscard]] bool ends_with_word(std::size_t end, std::string_view word) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::string open_;  // brackets
  bool has_lambda_ = false;
  bool is_of_lambda_ = false;  // the next brace outside of others
  bool is_involved_ = false;
  bool is_ascii_ = true;
};

}  // namespace schemac::emit::format
