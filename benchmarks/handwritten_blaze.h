// The index of a file of Blaze as a careful expert would go over it by hand: the yardstick for
// generated code.
//
// Every chunk is found by the table of offsets, as far as that states where it begins, else after
// the one before it; its header, its stored bytes and its digest lie in the file. That is what
// reading a chunk needs, no more: content and digests are looked at when they are asked for. It
// uses nothing of the compiler or its runtime, so that both can be compared, in speed and in
// verdict.
//
//   open(bytes, file)           the head
//   for_each_chunk(file, use)   false where a chunk isn't whole
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace handwritten_blaze {

using Bytes = std::span<const std::byte>;

/// Bytes of Blosc's header. A size that is less breaks a rule, which isn't checked here; it is
/// taken for that.
inline constexpr std::uint32_t header_size = 16;
/// Bytes of a checksum, by its kind.
inline constexpr std::array<std::uint8_t, 9> digest_sizes = {0, 4, 4, 16, 20, 28, 32, 48, 64};

template <class T>
inline T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// The head of a file.
struct File {
  Bytes bytes;
  std::int64_t chunk_count = 0;        ///< -1: as many as there are up to the end
  const std::byte* offsets = nullptr;  ///< null without
  const std::byte* chunks = nullptr;
  std::uint64_t digest_size = 0;
};

/// A chunk in place.
struct Chunk {
  Bytes stored;  ///< Blosc's header, and what it stands before
  Bytes digest;

  [[nodiscard]] std::uint32_t plain_size() const { return load<std::uint32_t>(stored.data() + 4); }
};

/// False if the head isn't whole, or says what no file of this version does.
[[nodiscard]] inline bool open(Bytes bytes, File& file) {
  if (bytes.size() < 32 || std::memcmp(bytes.data(), "blpk", 4) != 0) return false;
  const auto options = load<std::uint8_t>(bytes.data() + 5);
  const auto checksum = load<std::uint8_t>(bytes.data() + 6);
  const auto meta_size = load<std::int32_t>(bytes.data() + 24);
  file.chunk_count = load<std::int64_t>(bytes.data() + 16);
  if (load<std::uint8_t>(bytes.data() + 4) != 1 || checksum >= digest_sizes.size() ||
      meta_size < 0 || file.chunk_count < -1 || ((options & 1) != 0 && file.chunk_count < 0))
    return false;
  file.bytes = bytes;
  file.digest_size = digest_sizes[checksum];
  file.chunks = bytes.data() + 32;
  std::uint64_t left = bytes.size() - 32;
  if ((options & 2) != 0) {
    const auto size = static_cast<std::uint64_t>(meta_size);
    if (size > left) return false;
    file.chunks += size;
    left -= size;
  }
  file.offsets = nullptr;
  if ((options & 1) != 0) {
    if (static_cast<std::uint64_t>(file.chunk_count) > left / 8) return false;
    file.offsets = file.chunks;
    file.chunks += file.chunk_count * 8;
  }
  return true;
}

/// Where chunk `index` begins, if the one before it ends at `at`.
[[nodiscard]] inline const std::byte* begin_of(const File& file, std::int64_t index,
                                               const std::byte* at) {
  if (file.offsets == nullptr || file.chunk_count < 0) return at;
  const auto offset = load<std::int64_t>(file.offsets + index * 8);
  if (offset < 0 || static_cast<std::uint64_t>(offset) > file.bytes.size() - header_size) return at;
  const std::byte* const begin = file.bytes.data() + offset;
  return begin > at ? begin : at;
}

/// Calls `use(chunk)` for each; false where one isn't whole.
template <class Use>
[[nodiscard]] inline bool for_each_chunk(const File& file, Use&& use) {
  const std::byte* at = file.chunks;
  const std::byte* const end = file.bytes.data() + file.bytes.size();
  for (std::int64_t i = 0; file.chunk_count < 0 ? at < end : i < file.chunk_count; ++i) {
    if (i != 0) at = begin_of(file, i, at);
    const auto left = static_cast<std::uint64_t>(end - at);
    if (left < header_size) return false;
    const std::uint64_t size = std::max(load<std::uint32_t>(at + 12), header_size);
    if (size > left || file.digest_size > left - size) return false;
    use(Chunk{{at, static_cast<std::size_t>(size)},
              {at + size, static_cast<std::size_t>(file.digest_size)}});
    at += size + file.digest_size;
  }
  return true;
}

}  // namespace handwritten_blaze
