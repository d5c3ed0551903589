// Kinds of characters in source text. Bytes of UTF-8 count as letters.
#pragma once

namespace schemac::emit::format {

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\n'; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}
[[nodiscard]] constexpr bool is_of_word(char c) {
  return is_alphanumeric(c) || c == '_' || is_wide(c);
}

}  // namespace schemac::emit::format
