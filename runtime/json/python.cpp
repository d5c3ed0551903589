#include "schemac/json/python.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>

namespace schemac::impl::json {
namespace {

void append_hex(std::string& out, char letter, std::uint32_t code, unsigned digits) {
  out += '\\';
  out += letter;
  for (unsigned i = digits; i-- > 0;) out += "0123456789abcdef"[code >> (4 * i) & 15];
}

void append_escaped(std::string& out, std::uint32_t code) {
  if (code < 0x100) return append_hex(out, 'x', code, 2);
  if (code < 0x10000) return append_hex(out, 'u', code, 4);
  append_hex(out, 'U', code, 8);
}

// What begins a text, and ends it: the other quote if the text has the usual one and not the other.
char quote_of(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  return has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
}

// Appends a character that has a backslash before it everywhere. Returns whether it is one.
bool append_marked(std::string& out, char c, char quote) {
  if (c == quote || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else {
    return false;
  }
  return true;
}

// Takes one character of a text in UTF-8 that isn't ASCII; `at` is after it then.
std::uint32_t take_character(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  std::uint32_t code = first >= 0xf0   ? first & 0x07u
                       : first >= 0xe0 ? first & 0x0fu
                                       : first & 0x1fu;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80)
    code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3f);
  return code;
}

// Of Latin-1: control characters, the blank that doesn't break, and the hyphen that isn't seen.
bool is_printed(std::uint32_t code) { return code > 0xa0 && code != 0xad; }

}  // namespace

void append_python(std::string& out, std::string_view text, bool ascii) {
  const char quote = quote_of(text);
  out += quote;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      const std::size_t begin = at;
      const std::uint32_t code = take_character(text, at);
      if (ascii || !is_printed(code))
        append_escaped(out, code);
      else
        out += text.substr(begin, at - begin);
      continue;
    }
    if (!append_marked(out, text[at], quote)) {
      if (byte < 0x20 || byte == 0x7f)
        append_escaped(out, byte);
      else
        out += text[at];
    }
    ++at;
  }
  out += quote;
}

void append_python(std::string& out, Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const char quote = quote_of(text);
  out += 'b';
  out += quote;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (append_marked(out, c, quote)) continue;
    if (byte < 0x20 || byte >= 0x7f)
      append_escaped(out, byte);
    else
      out += c;
  }
  out += quote;
}

void append_python(std::string& out, double number) {
  std::array<char, 32> room{};
  auto made =
      std::to_chars(room.data(), room.data() + room.size(), number, std::chars_format::scientific);
  const std::string_view digits(room.data(), static_cast<std::size_t>(made.ptr - room.data()));
  const int exponent = std::atoi(room.data() + digits.find('e') + 1);
  if (exponent < -4 || exponent >= 16) {
    out += digits;
    return;
  }
  std::array<char, 64> fixed{};
  made = std::to_chars(fixed.data(), fixed.data() + fixed.size(), number, std::chars_format::fixed);
  const std::string_view text(fixed.data(), static_cast<std::size_t>(made.ptr - fixed.data()));
  out += text;
  if (text.find('.') == std::string_view::npos) out += ".0";
}

}  // namespace schemac::impl::json
