// What is said about YAML's traps (traps.h), each with the remedy spelt out for the value at hand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "source/diagnostics.h"
#include "source/source.h"

namespace schemac::syntax {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r' || c == '\0'; }
inline bool is_space(char c) { return is_blank(c) || is_line_end(c); }
inline bool is_opening(char c) { return c == '{' || c == '[' || c == '('; }
inline bool is_closing(char c) { return c == '}' || c == ']' || c == ')'; }
inline char closing_of(char opening) { return opening == '{' ? '}' : opening == '[' ? ']' : ')'; }

/// Offsets are the file's.
class TrapMessages {
 public:
  TrapMessages(const source::SourceFile& file, source::Diagnostics& diagnostics)
      : file_(file), text_(file.text()), diagnostics_(diagnostics) {}

  /// A value [begin, end) that works only in quotes.
  void quote_needed(std::size_t begin, std::size_t end, std::string code, std::string message);
  /// A value that begins with quotes or brackets and goes on after them.
  void continued(std::size_t begin, std::size_t end);
  /// An "item" or "entry" ends, and the next one begins at `at`, with only blanks in between.
  void comma_missing(std::size_t at, const std::string& what);
  /// `a ? b : c`
  void conditional(std::size_t begin, std::size_t end);
  /// A second ':' in an entry whose value is [begin, end).
  void colon(std::size_t begin, std::size_t end, std::size_t colon);
  /// A list that begins after its key, at the '-'.
  void list_in_line(std::size_t dash);
  void unclosed(std::size_t opening, std::size_t found_at);
  void mismatch(std::size_t opening, std::size_t at);
  /// A collection is closed, but a ',' or another bracket follows at `at`.
  void closed_early(std::size_t opening, std::size_t at);
  /// A line [begin, end) that is neither `key: value` nor `- item`; its first word ends at
  /// `word_end`.
  void missing_colon(std::size_t begin, std::size_t word_end, std::size_t end);
  void open_quote(std::size_t at);
  void tab(std::size_t at);

 private:
  [[nodiscard]] source::SourceRange range(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::string in_quotes(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::string_view key_before(std::size_t value_begin) const;

  const source::SourceFile& file_;
  std::string_view text_;
  source::Diagnostics& diagnostics_;
};

}  // namespace schemac::syntax
