#include "emit/visible_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace schemac::emit {
namespace {

// The character of two or three bytes at `at`; 0 for others.
unsigned character_at(const std::string& line, std::size_t at, std::size_t& size) {
  const auto byte = [&](std::size_t i) {
    return i < line.size() ? static_cast<unsigned char>(line[i]) : 0U;
  };
  size = byte(at) >> 5 == 6 ? 2 : byte(at) >> 4 == 14 ? 3 : 1;
  if (size == 2) return (byte(at) & 31U) << 6 | (byte(at + 1) & 63U);
  if (size == 3) return (byte(at) & 15U) << 12 | (byte(at + 1) & 63U) << 6 | (byte(at + 2) & 63U);
  return 0;
}

// Controls of the second block, marks of direction, and separators of lines.
bool is_hidden(unsigned code) {
  return (code >= 0x80 && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

// A backslash at the end of a line, or its trigraph, joins the next one to it, blanks after it or
// not.
bool joins_next(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  return line.ends_with('\\') || line.ends_with("?\?/");
}

}  // namespace

std::string visible_line(const std::string& line) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  if (std::all_of(line.begin(), line.end(), is_plain) && !joins_next(line)) return line;
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const auto byte = static_cast<unsigned char>(line[at]);
    std::size_t size = 1;
    const unsigned code = character_at(line, at, size);
    if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
      text += fmt::format("\\{:03o}", byte);
    else if (is_hidden(code))
      text += fmt::format("\\u{:04x}", code);
    else
      text += line.substr(at, size);
    at += size;
  }
  if (joins_next(text)) text += '.';
  return text;
}

}  // namespace schemac::emit
