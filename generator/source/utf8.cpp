#include "source/utf8.h"

#include "schemac/base/load.h"
#include "schemac/base/text.h"
#include "schemac/core/bytes.h"

namespace schemac::source {

bool is_utf8(std::string_view text) {
  const std::byte* end = impl::bytes_of(text) + text.size();
  return impl::find_not_utf8(impl::bytes_of(text), end) == end;
}

std::string_view first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const std::string_view character = text.substr(0, size);
  return is_utf8(character) ? character : text.substr(0, 1);
}

std::string as_utf8(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string valid;
  while (!text.empty()) {
    const std::byte* begin = impl::bytes_of(text);
    const auto size =
        static_cast<std::size_t>(impl::find_not_utf8(begin, begin + text.size()) - begin);
    valid += text.substr(0, size);
    if (size == text.size()) break;
    const auto byte = static_cast<unsigned char>(text[size]);
    valid += "\\x";
    valid += digits[byte >> 4];
    valid += digits[byte & 15];
    text.remove_prefix(size + 1);
  }
  return valid;
}

}  // namespace schemac::source
