// Where a text breaks its encoding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

/// The first byte of [begin, end) that is not ASCII, or `end`.
[[nodiscard]] inline const std::byte* find_not_ascii(const std::byte* begin, const std::byte* end) {
  while (end - begin >= 8 && (load<std::uint64_t>(begin) & 0x8080808080808080u) == 0) begin += 8;
  while (begin != end && std::to_integer<unsigned>(*begin) < 0x80) ++begin;
  return begin;
}

/// The first byte of [begin, end) where UTF-8 is broken (overlong forms and surrogates are), or
/// `end`.
[[nodiscard]] inline const std::byte* find_not_utf8(const std::byte* begin, const std::byte* end) {
  while ((begin = find_not_ascii(begin, end)) != end) {
    const auto lead = std::to_integer<unsigned>(*begin);
    const std::ptrdiff_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || end - begin < size) return begin;
    const auto second = std::to_integer<unsigned>(begin[1]);
    const unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return begin;
    for (std::ptrdiff_t i = 2; i < size; ++i)
      if ((std::to_integer<unsigned>(begin[i]) & 0xc0) != 0x80) return begin;
    begin += size;
  }
  return end;
}

}  // namespace schemac::impl
