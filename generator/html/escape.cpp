#include "html/escape.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace schemac::html {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

// Bytes of the character that `text` begins with; 0 if it is none: cut, overlong, a surrogate or
// beyond Unicode.
std::size_t character_size(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((at(i) & 0xc0) != 0x80) return 0;
  const bool is_overlong = (first == 0xe0 && at(1) < 0xa0) || (first == 0xf0 && at(1) < 0x90);
  const bool is_surrogate = first == 0xed && at(1) >= 0xa0;
  const bool is_beyond = first == 0xf4 && at(1) >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : size;
}

bool is_control(std::string_view character) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1)
    return (at(0) < 0x20 && at(0) != '\n' && at(0) != '\t') || at(0) == 0x7f;
  if (character.size() == 2) return at(0) == 0xc2 && at(1) < 0xa0;
  // U+202A to U+202E, U+2066 to U+2069: what they turn around reads otherwise than it is.
  const bool turns = character.size() == 3 && at(0) == 0xe2 &&
                     ((at(1) == 0x80 && at(2) >= 0xaa && at(2) <= 0xae) ||
                      (at(1) == 0x81 && at(2) >= 0xa6 && at(2) <= 0xa9));
  return turns;
}

std::string_view entity(char ch) {
  switch (ch) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, size == 0 ? 1 : size);
    text.remove_prefix(character.size());
    out += size == 0 || is_control(character) ? replacement : character;
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char ch : printable(text)) {
    const std::string_view special = entity(ch);
    if (special.empty())
      out += ch;
    else
      out += special;
  }
  return out;
}

std::string script_json(const nlohmann::ordered_json& json) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::string plain =
      json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size());
  // These stand in strings only, where \u may stand for any character.
  for (const char ch : plain) {
    if (ch != '<' && ch != '>' && ch != '&' && ch != '\x7f') {
      out += ch;
      continue;
    }
    const auto byte = static_cast<std::uint8_t>(ch);
    out += "\\u00";
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace schemac::html
