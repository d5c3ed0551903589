// Python's literals, most of those that `ast.literal_eval` takes: the one reader of them, for texts
// of a format and for types of arrays.
//
//     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
//
// Left out is what no value of a file needs: sets, complex numbers, texts in three quotes, names of
// characters (\N{...}), comments, and whole numbers beyond 64 bits, which count as real ones.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "schemac/core/free_value.h"

namespace schemac::impl::python {

namespace detail {

inline void append_character(std::string& out, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      add(0xe0 | code >> 12);
    } else {
      add(0xf0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3f));
    }
    add(0x80 | (code >> 6 & 0x3f));
  }
  add(0x80 | (code & 0x3f));
}

}  // namespace detail

/// Reads one literal, and passes its parts to `Maker` as it comes across them: `add(value)`,
/// `add_key(value)`, `open(container)`, `close()` and `unwrap()`, as FreeTree has them, each of
/// which may say with false that it is enough.
template <class Maker>
class LiteralReader {
 public:
  /// Borrows both; the text is UTF-8.
  LiteralReader(std::string_view text, Maker& maker) : text_(text), maker_(maker) {}

  /// Whether all of the text is one literal, and the maker took it.
  [[nodiscard]] bool read() {
    for (;;) {
      skip_blanks();
      if (!open_.empty() && take(open_.back().closer)) {
        if (!close()) return false;
      } else {
        if (!open_.empty() && open_.back().closer == '}' && !read_key()) return false;
        if (const char closer = opener(); closer != 0) {
          if (!maker_.open(container(closer))) return stop();
          open_.push_back({closer});
          continue;
        }
        std::optional<FreeValue> value = take_scalar();
        if (!value) return false;
        if (!maker_.add(std::move(*value))) return stop();
      }
      while (!is_after_comma()) {
        if (open_.empty()) return at_ == text_.size();
        if (!take(open_.back().closer) || !close()) return false;
      }
    }
  }
  /// Where it can't go on, from 0.
  [[nodiscard]] std::size_t position() const { return at_; }
  /// Whether the maker ended it.
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }

 private:
  struct Open {
    char closer = 0;
    bool has_comma = false;
    bool is_empty = true;
  };

  bool stop() {
    is_stopped_ = true;
    return false;
  }
  static FreeValue container(char closer) {
    if (closer == '}') return FreeValue::Map();
    return closer == ']' ? FreeValue(FreeValue::List()) : FreeValue(FreeValue::Tuple());
  }
  // What ends the container that begins here, or 0.
  char opener() {
    if (take('{')) return '}';
    if (take('[')) return ']';
    return take('(') ? ')' : '\0';
  }
  bool close() {
    const Open ended = open_.back();
    open_.pop_back();
    const bool is_group = ended.closer == ')' && !ended.is_empty && !ended.has_comma;
    return (is_group ? maker_.unwrap() : maker_.close()) || stop();
  }
  // After a value.
  bool is_after_comma() {
    skip_blanks();
    if (open_.empty()) return false;
    open_.back().is_empty = false;
    if (!take(',')) return false;
    open_.back().has_comma = true;
    return true;
  }
  bool read_key() {
    std::optional<FreeValue> key = take_scalar();
    if (!key) return false;
    if (!maker_.add_key(std::move(*key))) return stop();
    skip_blanks();
    if (!take(':')) return false;
    skip_blanks();
    return true;
  }

  std::optional<FreeValue> take_scalar() {
    if (take_word("True")) return FreeValue(true);
    if (take_word("False")) return FreeValue(false);
    if (take_word("None")) return FreeValue();
    if (is_text()) return take_text();
    return take_number();
  }

  bool take_word(std::string_view word) {
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(word)) return false;
    if (rest.size() > word.size() && is_of_name(rest[word.size()])) return false;
    at_ += word.size();
    return true;
  }
  static bool is_of_name(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           byte >= 0x80;
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  // ---- texts: 'a', "a", b'a', r'a', and one after the other ----

  [[nodiscard]] static bool is_quote(char c) { return c == '\'' || c == '"'; }
  // How many letters come before the quote, if this is a text.
  [[nodiscard]] std::optional<std::size_t> letters_before_quote() const {
    for (std::size_t letters = 0; letters <= 2; ++letters) {
      const char c = peek(letters);
      if (is_quote(c)) return letters;
      if (std::string_view("bBrRuU").find(c) == std::string_view::npos) break;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_text() const { return letters_before_quote().has_value(); }

  std::optional<FreeValue> take_text() {
    std::string out;
    const bool is_bytes = begins_bytes();
    do {
      if (begins_bytes() != is_bytes || !append_text(out, is_bytes)) return std::nullopt;
      skip_blanks();
    } while (is_text());
    if (!is_bytes) return FreeValue(std::move(out));
    const auto* begin = reinterpret_cast<const std::byte*>(out.data());
    return FreeValue(FreeValue::Binary(begin, begin + out.size()));
  }
  [[nodiscard]] bool begins_bytes() const {
    const std::string_view letters = text_.substr(at_, letters_before_quote().value_or(0));
    return letters.find_first_of("bB") != std::string_view::npos;
  }
  [[nodiscard]] static bool may_stand(char c, bool is_bytes) {
    return c != '\r' && c != '\0' && (!is_bytes || static_cast<unsigned char>(c) < 0x80);
  }
  bool append_text(std::string& out, bool is_bytes) {
    const std::string_view letters = text_.substr(at_, *letters_before_quote());
    const bool is_raw = letters.find_first_of("rR") != std::string_view::npos;
    const bool is_named = letters.find_first_of("uU") != std::string_view::npos;
    if (letters.size() == 2 && (is_named || is_bytes != is_raw)) return false;
    at_ += letters.size();
    const char quote = text_[at_++];
    if (peek() == quote && peek(1) == quote) return false;  // three quotes
    while (at_ < text_.size() && text_[at_] != quote) {
      const char c = text_[at_];
      if (c == '\n' || !may_stand(c, is_bytes)) return false;
      if (c == '\\' && is_raw) {
        out += c;
        if (++at_ == text_.size() || !may_stand(text_[at_], is_bytes)) return false;
        out += text_[at_++];
      } else if (c == '\\') {
        if (!append_escaped(out, is_bytes)) return false;
      } else {
        out += c;
        ++at_;
      }
    }
    return take(quote);
  }
  bool append_escaped(std::string& out, bool is_bytes) {
    constexpr std::string_view letters = "\\'\"abfnrtv";
    constexpr std::string_view meanings = "\\'\"\a\b\f\n\r\t\v";
    const char c = peek(1);
    if (at_ + 1 >= text_.size()) return false;
    if (const auto found = letters.find(c); found != std::string_view::npos) {
      out += meanings[found];
      at_ += 2;
      return true;
    }
    if (c == '\n') {  // a line that goes on
      at_ += 2;
      return true;
    }
    if (c >= '0' && c <= '7') return append_code(out, is_bytes, 1, 3, 8, false);
    if (c == 'x') return append_code(out, is_bytes, 2, 2, 16, true);
    if (!is_bytes && c == 'u') return append_code(out, is_bytes, 2, 4, 16, true);
    if (!is_bytes && c == 'U') return append_code(out, is_bytes, 2, 8, 16, true);
    if (!is_bytes && c == 'N') return false;
    out += '\\';  // it stands for itself
    ++at_;
    return true;
  }
  // A character by its number, whose digits begin `skipped` bytes from here.
  bool append_code(std::string& out, bool is_bytes, std::size_t skipped, std::size_t most, int base,
                   bool is_exact) {
    const std::string_view digits = text_.substr(at_ + skipped, most);
    std::uint32_t code = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
    const auto count = static_cast<std::size_t>(read.ptr - digits.data());
    if (read.ec != std::errc() || (is_exact && count != most)) return false;
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    if (is_bytes && code > 0xff) return false;
    at_ += skipped + count;
    if (is_bytes)
      out += static_cast<char>(code);
    else
      detail::append_character(out, code);
    return true;
  }

  // ---- numbers: 1, -2, 0x1f, 1_000, 0.5, 1e-3; 3L as Python 2 wrote it ----

  std::optional<FreeValue> take_number() {
    const bool is_negative = take('-');
    if (!is_negative) take('+');
    skip_blanks();
    const std::size_t begin = at_;
    const bool has_base = peek() == '0' && at_ + 1 < text_.size() &&
                          std::string_view("xXoObB").find(peek(1)) != std::string_view::npos;
    if (has_base) return take_based(is_negative);
    bool is_whole = true;
    std::string digits;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool is_sign = (c == '+' || c == '-') && !digits.empty() &&
                           (digits.back() == 'e' || digits.back() == 'E');
      const bool is_of_number = c == '.' || c == 'e' || c == 'E' || is_sign;
      if (c == '_' ? !is_between_digits() : !is_digit(c) && !is_of_number) break;
      is_whole = is_whole && !is_of_number;
      if (c != '_') digits += c;
      ++at_;
    }
    const bool is_fine = !digits.empty() && (is_digit(digits.front()) || digits.size() > 1);
    auto value = !is_fine   ? std::nullopt
                 : is_whole ? whole_of(digits, is_negative)
                            : real_of(digits, is_negative);
    if (value && is_whole) take('L');
    if (value && (at_ == text_.size() || !is_of_name(text_[at_]))) return value;
    if (!value) at_ = begin;
    return std::nullopt;
  }
  [[nodiscard]] bool is_between_digits() const {
    return at_ > 0 && is_digit(text_[at_ - 1]) && is_digit(peek(1));
  }
  static std::optional<FreeValue> whole_of(const std::string& digits, bool is_negative) {
    const bool has_zeros = digits.size() > 1 && digits.front() == '0';
    if (has_zeros && digits.find_first_not_of('0') != std::string::npos) return std::nullopt;
    std::uint64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec == std::errc::result_out_of_range) return real_of(digits, is_negative);
    return with_sign(number, is_negative);
  }
  static std::optional<FreeValue> with_sign(std::uint64_t number, bool is_negative) {
    if (!is_negative || number == 0) return FreeValue(number);
    constexpr auto least = std::uint64_t{1} << 63;
    if (number > least) return FreeValue(-static_cast<double>(number));
    return FreeValue(static_cast<std::int64_t>(0 - number));
  }
  static std::optional<FreeValue> real_of(const std::string& digits, bool is_negative) {
    double number = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number);
    if (read.ptr != end) return std::nullopt;
    const bool is_tiny =
        digits.find("e-") != std::string::npos || digits.find("E-") != std::string::npos;
    if (read.ec != std::errc() && !is_tiny) return std::nullopt;  // it would be infinite
    return FreeValue(is_negative ? -number : number);
  }
  std::optional<FreeValue> take_based(bool is_negative) {
    const char letter = static_cast<char>(peek(1) | 0x20);
    const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    std::string digits;
    std::size_t end = at_ + 2;
    for (; end < text_.size() && is_of_name(text_[end]); ++end) {
      const bool is_between =
          text_[end - 1] != '_' && end + 1 < text_.size() && is_of_name(text_[end + 1]);
      if (text_[end] != '_')
        digits += text_[end];
      else if (!is_between)
        return std::nullopt;
    }
    std::uint64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (digits.empty() || read.ptr != digits.data() + digits.size()) return std::nullopt;
    if (read.ec == std::errc()) {
      at_ = end;
      return with_sign(number, is_negative);
    }
    double real = 0;
    for (const char digit : digits)
      real = real * base + (is_digit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10);
    if (!std::isfinite(real)) return std::nullopt;
    at_ = end;
    return FreeValue(is_negative ? -real : real);
  }

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char sign) {
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    const auto next = text_.find_first_not_of(" \t\n\r\f", at_);
    at_ = next == std::string_view::npos ? text_.size() : next;
  }

  std::string_view text_;
  Maker& maker_;
  std::size_t at_ = 0;
  std::vector<Open> open_;  // the innermost last
  bool is_stopped_ = false;
};

}  // namespace schemac::impl::python
