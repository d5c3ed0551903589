// Blosc 1: blocks of elements, their bytes sorted by place, each compressed. By c-blosc's functions
// without global state, so any number of threads may call at once. Links with schemac::codec_blosc.
//
// https://github.com/Blosc/c-blosc/blob/main/README_CHUNK_FORMAT.rst
#pragma once

#include <blosc.h>

#include <cstdint>
#include <cstring>
#include <optional>

#include "schemac/core/codec.h"

namespace schemac::impl {

namespace detail::blosc {

inline std::optional<std::uint64_t> size_of(Bytes stored, std::uint64_t /*most*/) {
  std::size_t size = 0;
  if (blosc_cbuffer_validate(stored.data(), stored.size(), &size) != 0) return std::nullopt;
  return size;
}

// By the compressor that the header names: what a byte of it can stand for at most.
inline std::uint64_t most_from(Bytes stored) {
  constexpr std::uint64_t ratios[] = {256, 256, 32, 1040, 131072};
  if (stored.size() < std::size_t{BLOSC_MIN_HEADER_LENGTH}) return 0;
  const auto compressor = std::to_integer<std::size_t>(stored[2]) >> 5;
  return compressor < std::size(ratios) ? stored.size() * ratios[compressor] : 0;
}

inline bool decode(Bytes stored, MutableBytes room) {
  std::size_t size = 0;
  if (blosc_cbuffer_validate(stored.data(), stored.size(), &size) != 0 || size != room.size())
    return false;
  std::byte none{};  // content of no bytes still has an address
  void* const to = room.empty() ? &none : room.data();
  return blosc_decompress_ctx(stored.data(), to, room.size(), 1) ==
         static_cast<std::int64_t>(room.size());
}

// The library gives whole elements of the size that the header names; of the first and the last one
// maybe a part is asked for.
inline bool decode_part(Bytes stored, std::uint64_t begin, MutableBytes room) {
  std::size_t size = 0;
  if (blosc_cbuffer_validate(stored.data(), stored.size(), &size) != 0) return false;
  if (begin > size || room.size() > size - begin) return false;
  const auto element = std::to_integer<std::uint64_t>(stored[3]);
  if (element == 0 || room.empty()) return room.empty();
  const std::uint64_t first = begin / element;
  const std::uint64_t after = (begin + room.size() + element - 1) / element;
  const std::uint64_t bytes = (after - first) * element;
  // A last element that isn't whole is none of the library's.
  if (after * element > size || bytes > std::uint64_t{BLOSC_MAX_BUFFERSIZE}) return false;
  const bool is_whole = bytes == room.size();
  OwnedRoom around(is_whole ? 0 : bytes);
  std::byte* const to = is_whole ? room.data() : around.bytes.data();
  const int found =
      blosc_getitem(stored.data(), static_cast<int>(first), static_cast<int>(after - first), to);
  if (found < 0 || static_cast<std::uint64_t>(found) != bytes) return false;
  if (!is_whole) std::memcpy(room.data(), to + (begin - first * element), room.size());
  return true;
}

inline std::optional<Blob> encode(Bytes plain, const CodecOptions& options) {
  if (plain.size() > std::size_t{BLOSC_MAX_BUFFERSIZE}) return std::nullopt;
  const std::uint64_t element =
      options.element_size >= 1 && options.element_size <= BLOSC_MAX_TYPESIZE ? options.element_size
                                                                              : 1;
  const int level = std::clamp(options.level.value_or(5), 0, 9);
  const OwnedRoom room(plain.size() + BLOSC_MAX_OVERHEAD);
  const std::byte none{};
  const void* const from = plain.empty() ? &none : plain.data();
  const int size =
      blosc_compress_ctx(level, BLOSC_SHUFFLE, static_cast<std::size_t>(element), plain.size(),
                         from, room.bytes.data(), room.bytes.size(), BLOSC_LZ4_COMPNAME, 0, 1);
  if (size <= 0) return std::nullopt;
  OwnedRoom stored(static_cast<std::uint64_t>(size));
  std::memcpy(stored.bytes.data(), room.bytes.data(), stored.bytes.size());
  return std::move(stored).take(static_cast<std::uint64_t>(size));
}

}  // namespace detail::blosc

}  // namespace schemac::impl

namespace schemac {

inline constexpr Codec codec_blosc{
    CodecAlgorithm::blosc,       impl::detail::blosc::size_of, impl::detail::blosc::most_from,
    impl::detail::blosc::decode, impl::detail::blosc::encode,  impl::detail::blosc::decode_part};

}  // namespace schemac
