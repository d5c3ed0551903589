// Varints: whole numbers in as many bytes as their value needs, a group of bits in each. A set top
// bit says that another byte follows.
//
// A number of type `T` has at most as many bytes as the longest one of that type needs. Fewer bytes
// than it has would do for a padded number: that is read, and written in the shortest form.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "schemac/base/number_form.h"

namespace schemac::impl::numeral::varint {

template <class T>
inline constexpr unsigned width_of = sizeof(T) * 8;

/// Bytes of the longest number.
template <Notation form, class T>
inline constexpr unsigned most_bytes = form == Notation::vlq9 && sizeof(T) == 8
                                           ? 9
                                           : (width_of<T> + 6) / 7;

namespace detail {

[[nodiscard]] inline std::uint64_t group(std::byte byte) {
  return std::to_integer<std::uint64_t>(byte) & 0x7f;
}
[[nodiscard]] inline bool goes_on(std::byte byte) {
  return (byte & std::byte{0x80}) != std::byte{};
}

[[nodiscard]] constexpr std::uint64_t to_zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::uint64_t from_zigzag(std::uint64_t bits) {
  return (bits >> 1) ^ (~(bits & 1) + 1);
}

/// Whether the last byte that a number may have, of which `room` bits count, ends one that fits.
template <bool is_signed>
[[nodiscard]] inline bool may_be_last(std::byte byte, unsigned room) {
  const auto bits = std::to_integer<unsigned>(byte);
  if constexpr (!is_signed) return bits >> room == 0;
  const unsigned above = bits >> (room - 1);  // the sign and its copies
  return above == 0 || above == 0x7fu >> (room - 1);
}

template <Notation form, class T>
[[nodiscard]] inline bool find_low_first(const std::byte* begin, const std::byte* end,
                                         IntegerAt& out) {
  constexpr bool is_signed = std::is_signed_v<T> && form == Notation::leb128;
  constexpr unsigned most = most_bytes<form, T>;
  std::uint64_t bits = 0;
  unsigned shift = 0;
  for (const std::byte* at = begin; at != end; ++at, shift += 7) {
    bits |= group(*at) << shift;
    const bool is_last = shift == 7 * (most - 1);
    if (is_last && !may_be_last<is_signed>(*at, width_of<T> - shift)) {
      out = {0, at, nullptr};
      return false;
    }
    if (goes_on(*at)) continue;
    if (is_signed && shift < 57 && (*at & std::byte{0x40}) != std::byte{})
      bits |= ~std::uint64_t{0} << (shift + 7);
    out = {form == Notation::zigzag ? from_zigzag(bits) : bits, begin, at + 1};
    return true;
  }
  out = {0, end, nullptr};
  return false;
}

template <Notation form, class T>
[[nodiscard]] inline bool find_high_first(const std::byte* begin, const std::byte* end,
                                          IntegerAt& out) {
  constexpr unsigned most = most_bytes<form, T>;
  constexpr bool has_whole_byte = form == Notation::vlq9 && most == 9;
  std::uint64_t bits = 0;
  unsigned count = 0;
  for (const std::byte* at = begin; at != end; ++at) {
    ++count;
    if (has_whole_byte && count == most) {
      out = {bits << 8 | std::to_integer<std::uint64_t>(*at), begin, at + 1};
      return true;
    }
    bits = bits << 7 | group(*at);
    const bool is_last = count == most;
    if (!has_whole_byte && is_last && group(*begin) >> (width_of<T> - 7 * (most - 1)) != 0) {
      out = {0, begin, nullptr};
      return false;
    }
    if (!goes_on(*at)) {
      out = {bits, begin, at + 1};
      return true;
    }
    if (is_last) {
      out = {0, at, nullptr};
      return false;
    }
  }
  out = {0, end, nullptr};
  return false;
}

}  // namespace detail

/// Reads the number at `begin`. False if it isn't whole or doesn't fit `T`.
template <Notation form, class T>
[[nodiscard]] inline bool find(const std::byte* begin, const std::byte* end, IntegerAt& out) {
  if constexpr (form == Notation::leb128 || form == Notation::zigzag)
    return detail::find_low_first<form, T>(begin, end, out);
  else
    return detail::find_high_first<form, T>(begin, end, out);
}

/// Bytes of the shortest form.
template <Notation form, class T>
[[nodiscard]] constexpr std::uint64_t size_of(T value) {
  const auto groups = [](std::uint64_t bits) {
    return (static_cast<std::uint64_t>(std::bit_width(bits | 1)) + 6) / 7;
  };
  if constexpr (form == Notation::zigzag)
    return groups(detail::to_zigzag(static_cast<std::int64_t>(value)));
  if constexpr (form == Notation::leb128 && std::is_signed_v<T>) {
    const auto wide = static_cast<std::int64_t>(value);
    return groups(static_cast<std::uint64_t>(wide ^ (wide >> 63)) << 1);  // and the sign
  }
  const std::uint64_t size = groups(static_cast<std::uint64_t>(value));
  return form == Notation::vlq9 && size > 9 ? 9 : size;
}

/// The number at `at`, in the shortest form.
template <Notation form, class T>
inline void store(std::byte* at, T value) {
  const std::uint64_t size = size_of<form>(value);
  auto bits = static_cast<std::uint64_t>(value);
  if constexpr (form == Notation::zigzag)
    bits = detail::to_zigzag(static_cast<std::int64_t>(value));
  const auto group_of = [](std::uint64_t low, bool goes_on) {
    return static_cast<std::byte>((low & 0x7f) | (goes_on ? 0x80 : 0));
  };
  if constexpr (form == Notation::leb128 || form == Notation::zigzag) {
    const bool is_negative = form == Notation::leb128 && std::is_signed_v<T> && value < T{};
    for (std::uint64_t i = 0; i < size; ++i) {
      at[i] = group_of(bits, i + 1 < size);
      bits = bits >> 7 | (is_negative ? ~(~std::uint64_t{0} >> 7) : 0);
    }
  } else {
    std::uint64_t i = size;
    if (form == Notation::vlq9 && size == 9) {
      at[--i] = static_cast<std::byte>(bits & 0xff);
      bits >>= 8;
    }
    for (; i > 0; bits >>= 7) {
      --i;
      at[i] = group_of(bits, i + 1 < size);
    }
  }
}

}  // namespace schemac::impl::numeral::varint
