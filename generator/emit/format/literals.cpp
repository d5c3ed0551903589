#include "emit/format/literals.h"

#include <algorithm>

#include "emit/format/characters.h"
#include "source/text_width.h"

namespace schemac::emit::format {
namespace {

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_octal(char c) { return c >= '0' && c <= '7'; }
// The bytes of the first character, which may be spelled as an escape.
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first >= 0x80) {
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    return std::min(size, text.size());
  }
  if (first != '\\' || text.size() < 2) return 1;
  std::size_t end = 2;
  if (text[1] == 'u' || text[1] == 'U') {
    end = text[1] == 'u' ? 6 : 10;
  } else if (text[1] == 'x') {
    while (end < text.size() && is_hex(text[end])) ++end;
  } else if (is_octal(text[1])) {
    while (end < text.size() && end < 4 && is_octal(text[end])) ++end;
  }
  return std::min(end, text.size());
}

}  // namespace

std::size_t split_literal(std::string_view text, std::size_t room) {
  std::size_t blank = 0, slash = 0, sign = 0, at = 0, columns = 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    const std::size_t size = character_size(rest);
    columns += is_wide(rest.front()) ? source::width_of(rest.substr(0, size)) : size;
    if (columns > room || rest.size() <= size) break;
    if (rest.front() == ' ' || rest.front() == '\t') blank = at;
    if (rest.front() == '/') slash = at;
    if (size == 1 && !is_alphanumeric(rest.front())) sign = at;
    at += size;
  }
  if (blank != 0) return blank + 1;
  if (slash != 0) return slash + 1;
  if (sign != 0) return sign + 1;
  return at;
}

std::size_t width_of_literal(std::string_view text) {
  const bool is_ascii = std::none_of(text.begin(), text.end(), is_wide);
  return is_ascii ? text.size() : source::width_of(text);
}

}  // namespace schemac::emit::format
