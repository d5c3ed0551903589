// Loads and stores of single scalars.
//
// Everything in a file is read and written through these few functions, so byte order and alignment
// are decided here and nowhere else. A load assumes that its bytes were checked to be there.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "schemac/core/bytes.h"

namespace schemac::impl {

namespace detail {

template <std::size_t size>
using WordOf = std::conditional_t<
    size == 1, std::uint8_t,
    std::conditional_t<size == 2, std::uint16_t,
                       std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;
template <class T>
using Word = WordOf<sizeof(T)>;

constexpr std::uint8_t swap_bytes(std::uint8_t x) { return x; }
constexpr std::uint16_t swap_bytes(std::uint16_t x) { return __builtin_bswap16(x); }
constexpr std::uint32_t swap_bytes(std::uint32_t x) { return __builtin_bswap32(x); }
constexpr std::uint64_t swap_bytes(std::uint64_t x) { return __builtin_bswap64(x); }

constexpr bool is_native(Endian order) {
  return (std::endian::native == std::endian::little) == (order == Endian::little);
}
inline constexpr Endian native_endian = is_native(Endian::little) ? Endian::little : Endian::big;

}  // namespace detail

/// Loads a scalar of `sizeof(T)` bytes at `at`; no alignment is needed.
template <class T, Endian order = Endian::little>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
[[nodiscard]] inline T load(const std::byte* at) {
  detail::Word<T> word;
  std::memcpy(&word, at, sizeof word);
  if constexpr (!detail::is_native(order)) word = detail::swap_bytes(word);
  return std::bit_cast<T>(word);
}

/// Stores `value` at `at`, the inverse of `load`.
template <class T, Endian order = Endian::little>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
inline void store(std::byte* at, T value) {
  auto word = std::bit_cast<detail::Word<T>>(value);
  if constexpr (!detail::is_native(order)) word = detail::swap_bytes(word);
  std::memcpy(at, &word, sizeof word);
}

/// The same in a byte order that only the file says.
template <class T>
[[nodiscard, gnu::always_inline]] inline T load(const std::byte* at, Endian order) {
  return order == Endian::big ? load<T, Endian::big>(at) : load<T>(at);
}
template <class T>
[[gnu::always_inline]] inline void store(std::byte* at, T value, Endian order) {
  if (order == Endian::big)
    store<T, Endian::big>(at, value);
  else
    store<T>(at, value);
}

/// Bytes from `begin` to `end`, which isn't before it.
[[nodiscard]] inline std::uint64_t distance(const std::byte* begin, const std::byte* end) {
  return static_cast<std::uint64_t>(end - begin);
}

/// The characters from `at` on, as text.
[[nodiscard]] inline std::string_view text_at(const std::byte* at, std::uint64_t size) {
  return {reinterpret_cast<const char*>(at), static_cast<std::size_t>(size)};
}

/// The inverse: the bytes of a text.
[[nodiscard]] inline const std::byte* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::byte*>(text.data());
}

/// Whether the `count` < 8 bytes before `end` are zero; 8 bytes before `end` must be there.
[[nodiscard]] inline bool ends_in_zeros(const std::byte* end, std::uint64_t count) {
  return load<std::uint64_t>(end - 8) >> 8 >> (56 - 8 * count) == 0;
}

/// The first byte of [begin, end) that is not `value`, or `end`. Eight bytes a step.
[[nodiscard]] inline const std::byte* find_not(const std::byte* begin, const std::byte* end,
                                               std::byte value = std::byte{0}) {
  const std::uint64_t pattern = 0x0101010101010101u * static_cast<std::uint64_t>(value);
  while (end - begin >= 8) {
    if (load<std::uint64_t>(begin) != pattern) break;
    begin += 8;
  }
  while (begin != end && *begin == value) ++begin;
  return begin;
}

}  // namespace schemac::impl
