// Whole numbers of any number of bytes up to 8, and numbers that are some of their bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "schemac/base/load.h"
#include "schemac/base/room.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

namespace detail {

template <class T>
constexpr bool has_sign() {
  if constexpr (std::is_enum_v<T>) {
    return std::is_signed_v<std::underlying_type_t<T>>;
  } else {
    return std::is_signed_v<T>;
  }
}

}  // namespace detail

/// The number that `size` bytes at `at` are.
template <std::size_t size, Endian order = Endian::little>
[[nodiscard, gnu::always_inline]] inline std::uint64_t load_bytes(const std::byte* at) {
  static_assert(size >= 1 && size <= 8);
  constexpr std::size_t head = std::bit_floor(size);
  const std::uint64_t first = load<detail::WordOf<head>, order>(at);
  if constexpr (head == size) {
    return first;
  } else {
    const std::uint64_t rest = load_bytes<size - head, order>(at + head);
    return order == Endian::little ? first | rest << (8 * head)
                                   : first << (8 * (size - head)) | rest;
  }
}

/// The inverse: the lowest `size` bytes of a number.
template <std::size_t size, Endian order = Endian::little>
[[gnu::always_inline]] inline void store_bytes(std::byte* at, std::uint64_t number) {
  static_assert(size >= 1 && size <= 8);
  constexpr std::size_t head = std::bit_floor(size);
  using Word = detail::WordOf<head>;
  constexpr std::size_t below = order == Endian::little ? 0 : 8 * (size - head);
  store<Word, order>(at, static_cast<Word>(number >> below));
  if constexpr (head != size)
    store_bytes<size - head, order>(at + head,
                                    order == Endian::little ? number >> (8 * head) : number);
}

/// `width` bits of the number that `size` bytes at `at` are, above its lowest `shift` bits; of a
/// type with a sign the highest one is that.
template <class T, std::size_t size, unsigned shift, unsigned width, Endian order = Endian::little>
[[nodiscard, gnu::always_inline]] inline T load_bits(const std::byte* at) {
  static_assert(width >= 1 && shift + width <= 8 * size && width <= 8 * sizeof(T));
  const std::uint64_t above = load_bytes<size, order>(at) << (64 - shift - width);
  if constexpr (detail::has_sign<T>()) {
    return static_cast<T>(static_cast<std::int64_t>(above) >> (64 - width));
  } else {
    return static_cast<T>(above >> (64 - width));
  }
}

/// Stores a field of a run in `count` bytes, `offset` bytes after the start of the run.
template <std::size_t offset, std::size_t count, Endian order = Endian::little, std::size_t size,
          class T>
[[gnu::always_inline]] inline void store_bytes_at(FixedRun<size> run, T value) {
  static_assert(offset + count <= size, "the field lies in its run");
  store_bytes<count, order>(run.begin + offset, static_cast<std::uint64_t>(value));
}

/// One number of `count` bytes.
template <std::size_t count, Endian order = Endian::little, class Out, class T>
void put_bytes(Out& out, T value) {
  store_bytes_at<0, count, order>(out.template take_run<count>(), value);
}

}  // namespace schemac::impl
