// Zstandard (RFC 8878) by libzstd: one frame. Links with schemac::codec_zstd.
#pragma once

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "schemac/core/codec.h"

namespace schemac::impl {

namespace detail::zstd {

// What a frame without a size in its header decodes to.
inline std::optional<std::uint64_t> counted(Bytes stored, std::uint64_t most) {
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  const std::unique_ptr<ZSTD_DStream, Free> stream(ZSTD_createDStream());
  if (stream == nullptr) return std::nullopt;
  std::array<std::byte, 16384> scratch;
  ZSTD_inBuffer in{stored.data(), stored.size(), 0};
  std::uint64_t size = 0;
  while (size <= most) {
    ZSTD_outBuffer out{scratch.data(), scratch.size(), 0};
    const std::size_t before = in.pos;
    const std::size_t result = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(result) != 0) return std::nullopt;
    size += out.pos;
    if (result == 0) return in.pos == in.size ? std::optional(size) : std::nullopt;
    if (out.pos == 0 && in.pos == before) return std::nullopt;  // it ends too early
  }
  return size;
}

inline bool is_one_frame(Bytes stored) {
  return ZSTD_findFrameCompressedSize(stored.data(), stored.size()) == stored.size();
}

inline std::optional<std::uint64_t> size_of(Bytes stored, std::uint64_t most) {
  if (!is_one_frame(stored)) return std::nullopt;
  const unsigned long long size = ZSTD_getFrameContentSize(stored.data(), stored.size());
  if (size == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
  if (size == ZSTD_CONTENTSIZE_UNKNOWN) return counted(stored, most);
  return std::uint64_t{size};
}

// A block of 4 bytes can repeat one byte 128 KiB times.
inline std::uint64_t most_from(Bytes stored) { return std::uint64_t{stored.size()} << 15; }

inline bool decode(Bytes stored, MutableBytes room) {
  if (!is_one_frame(stored)) return false;
  std::byte none{};
  void* const to = room.empty() ? &none : room.data();
  return ZSTD_decompress(to, room.size(), stored.data(), stored.size()) == room.size();
}

inline std::optional<Blob> encode(Bytes plain, const CodecOptions& options) {
  const int level =
      std::clamp(options.level.value_or(ZSTD_defaultCLevel()), ZSTD_minCLevel(), ZSTD_maxCLevel());
  OwnedRoom room(ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compress(room.bytes.data(), room.bytes.size(), plain.data(), plain.size(), level);
  if (ZSTD_isError(size) != 0) return std::nullopt;
  return Blob::copy(Bytes(room.bytes).first(size));
}

}  // namespace detail::zstd

}  // namespace schemac::impl

namespace schemac {

inline constexpr Codec codec_zstd{CodecAlgorithm::zstd, impl::detail::zstd::size_of,
                                  impl::detail::zstd::most_from, impl::detail::zstd::decode,
                                  impl::detail::zstd::encode};

}  // namespace schemac
