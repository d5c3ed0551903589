// The zlib format (RFC 1950) by zlib. Links with schemac::codec_zlib.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "schemac/core/codec.h"

namespace schemac::impl {

namespace detail::zlib {

// zlib counts in 32 bits.
inline constexpr std::uint64_t most_at_once = std::numeric_limits<uInt>::max();

class Inflater {
 public:
  explicit Inflater(Bytes stored) : left_(stored) {
    is_ok_ = inflateInit(&stream_) == Z_OK;
    is_open_ = is_ok_;
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (is_open_) inflateEnd(&stream_);
  }

  /// Fills `room` as far as there is content; returns how far.
  std::uint64_t fill(MutableBytes room) {
    std::uint64_t filled = 0;
    while (is_ok_ && !is_at_end_ && filled < room.size()) {
      const auto in = std::min<std::uint64_t>(left_.size(), most_at_once);
      const auto out = std::min<std::uint64_t>(room.size() - filled, most_at_once);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(left_.data()));
      stream_.avail_in = static_cast<uInt>(in);
      stream_.next_out = reinterpret_cast<Bytef*>(room.data() + filled);
      stream_.avail_out = static_cast<uInt>(out);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      const std::uint64_t taken = in - stream_.avail_in;
      const std::uint64_t made = out - stream_.avail_out;
      left_ = left_.subspan(static_cast<std::size_t>(taken));
      filled += made;
      is_at_end_ = result == Z_STREAM_END;
      is_ok_ = is_at_end_ || (result == Z_OK && taken + made != 0);
    }
    return filled;
  }
  /// Whether all stored bytes were used, and no content is left.
  [[nodiscard]] bool is_finished() {
    std::byte more{};
    if (!is_at_end_ && fill({&more, 1}) != 0) return false;
    return is_ok_ && is_at_end_ && left_.empty();
  }

 private:
  z_stream stream_{};
  Bytes left_;
  bool is_ok_ = false;
  bool is_open_ = false;
  bool is_at_end_ = false;
};

inline std::optional<std::uint64_t> size_of(Bytes stored, std::uint64_t most) {
  Inflater inflater(stored);
  std::array<std::byte, 16384> scratch;
  std::uint64_t size = 0;
  while (size <= most) {
    const std::uint64_t made = inflater.fill(scratch);
    size += made;
    if (made < scratch.size()) return inflater.is_finished() ? std::optional(size) : std::nullopt;
  }
  return size;
}

// Deflate's longest match takes two bits for 258 bytes.
inline std::uint64_t most_from(Bytes stored) { return std::uint64_t{stored.size()} * 1032; }

inline bool decode(Bytes stored, MutableBytes room) {
  Inflater inflater(stored);
  return inflater.fill(room) == room.size() && inflater.is_finished();
}

inline std::optional<Blob> encode(Bytes plain, const CodecOptions& options) {
  const int level = std::clamp(options.level.value_or(Z_DEFAULT_COMPRESSION), -1, 9);
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  OwnedRoom room(size);
  const int result = compress2(reinterpret_cast<Bytef*>(room.bytes.data()), &size,
                               reinterpret_cast<const Bytef*>(plain.data()),
                               static_cast<uLong>(plain.size()), level);
  if (result != Z_OK) return std::nullopt;
  return Blob::copy(Bytes(room.bytes).first(static_cast<std::size_t>(size)));
}

}  // namespace detail::zlib

}  // namespace schemac::impl

namespace schemac {

inline constexpr Codec codec_zlib{CodecAlgorithm::zlib, impl::detail::zlib::size_of,
                                  impl::detail::zlib::most_from, impl::detail::zlib::decode,
                                  impl::detail::zlib::encode};

}  // namespace schemac
