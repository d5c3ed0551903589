// What a codec is: bytes to other bytes that mean the same, and back.
//
// The core knows how to hold and to ask a codec, not how to calculate one: a `Codec` is a table of
// functions, one a codec in schemac/codec, so that a format links just the libraries that it needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"

namespace schemac {

/// The codecs that schemas can name; the numbers are those of attributes.
enum class CodecAlgorithm : std::uint8_t {
  none,  ///< stored as it is
  blosc,
  zlib,
  zstd,
};

}  // namespace schemac

namespace schemac::impl {

namespace detail {
inline constexpr std::array<std::string_view, 4> codec_names = {"none", "blosc", "zlib", "zstd"};
}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// The name that schemas use: "zlib".
[[nodiscard]] constexpr std::string_view name(CodecAlgorithm algorithm) {
  return impl::detail::codec_names[static_cast<std::size_t>(algorithm)];
}

/// How to encode. Decoding needs none of it.
struct CodecOptions {
  std::optional<int> level;        ///< the effort, on the codec's own scale; none: its default
  std::uint64_t element_size = 1;  ///< bytes of an element, for codecs that sort bytes by place

  bool operator==(const CodecOptions&) const = default;
};

/// One codec. Its functions take any bytes; they neither throw nor write beyond `room`.
struct Codec {
  CodecAlgorithm algorithm = CodecAlgorithm::none;
  /// Bytes of the plain content: as the stored ones state, else found by decoding. None if `stored`
  /// is malformed. What is beyond `most` may be given as any number beyond it.
  std::optional<std::uint64_t> (*size_of)(Bytes stored, std::uint64_t most) = nullptr;
  /// The most bytes that `stored` can decode to, so that nobody makes room for what can't be.
  std::uint64_t (*most_from)(Bytes stored) = nullptr;
  /// Fills `room` to its end with the plain content; false if it has another size or is malformed.
  bool (*decode)(Bytes stored, MutableBytes room) = nullptr;
  /// None if the library refuses (too much content).
  std::optional<Blob> (*encode)(Bytes plain, const CodecOptions& options) = nullptr;
  /// Fills `room` with the plain content from `begin` on, without decoding all of it; false if that
  /// isn't inside or `stored` is malformed. Null of codecs that can't.
  bool (*decode_part)(Bytes stored, std::uint64_t begin, MutableBytes room) = nullptr;
};

}  // namespace schemac

namespace schemac::impl {

namespace detail {

/// Room for `size` bytes that are about to be written.
struct OwnedRoom {
  explicit OwnedRoom(std::uint64_t size)
      : owner(std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size))),
        bytes(owner.get(), static_cast<std::size_t>(size)) {}

  /// The first `size` bytes, shared.
  [[nodiscard]] Blob take(std::uint64_t size) && {
    const Bytes used = Bytes(bytes).first(static_cast<std::size_t>(size));
    return Blob::share(used, std::shared_ptr<const std::byte[]>(std::move(owner)));
  }

  std::unique_ptr<std::byte[]> owner;
  MutableBytes bytes;
};

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// Stored as it is.
inline constexpr Codec codec_none{
    CodecAlgorithm::none,
    [](Bytes stored, std::uint64_t) { return std::optional<std::uint64_t>(stored.size()); },
    [](Bytes stored) { return std::uint64_t{stored.size()}; },
    [](Bytes stored, MutableBytes room) {
      if (stored.size() != room.size()) return false;
      if (!stored.empty()) std::memcpy(room.data(), stored.data(), stored.size());
      return true;
    },
    [](Bytes plain, const CodecOptions&) { return std::optional(Blob::copy(plain)); },
    [](Bytes stored, std::uint64_t begin, MutableBytes room) {
      if (begin > stored.size() || room.size() > stored.size() - begin) return false;
      if (!room.empty()) std::memcpy(room.data(), stored.data() + begin, room.size());
      return true;
    },
};

/// Why stored bytes give no plain content.
enum class CodecFlaw : std::uint8_t {
  none,
  malformed,  ///< they are nothing that the codec makes
  too_large,  ///< beyond Limits::decoded
  size,       ///< they decode to another size than is stated beside them
};

/// Stored bytes of a file, with what is needed to decode them. Copies nothing.
class CodedBytes {
 public:
  CodedBytes() = default;
  /// `stated` is the size of the plain content, where the format says it.
  CodedBytes(const Codec* codec, Bytes stored, std::optional<std::uint64_t> stated = std::nullopt)
      : codec_(codec), stored_(stored), stated_(stated) {}

  [[nodiscard]] Bytes stored() const { return stored_; }
  /// Null if the format's tag names none.
  [[nodiscard]] const Codec* codec() const { return codec_; }
  [[nodiscard]] std::optional<std::uint64_t> stated_size() const { return stated_; }

  /// Bytes of the plain content, as stated beside the bytes or by them: what they decode to may
  /// turn out to be less or more. None if they are malformed.
  [[nodiscard]] std::optional<std::uint64_t> size(const Limits& limits = {}) const {
    if (stated_ || codec_ == nullptr) return stated_;
    return codec_->size_of(stored_, limits.decoded);
  }

  /// Whether they can be decoded, as far as that is known without doing it; then `size` is set.
  [[nodiscard]] CodecFlaw look(std::uint64_t& size, const Limits& limits = {}) const {
    if (codec_ == nullptr) return CodecFlaw::malformed;
    const std::optional<std::uint64_t> found = this->size(limits);
    if (!found) return CodecFlaw::malformed;
    size = *found;
    if (size > limits.decoded) return CodecFlaw::too_large;
    if (size > codec_->most_from(stored_)) return stated_ ? CodecFlaw::size : CodecFlaw::malformed;
    return CodecFlaw::none;
  }

  /// Fills `room`, which must have just the size of the plain content.
  [[nodiscard]] CodecFlaw decode_into(MutableBytes room) const {
    if (codec_ == nullptr) return CodecFlaw::malformed;
    if (codec_->decode(stored_, room)) return CodecFlaw::none;
    // Stored bytes that are fine by themselves aren't what was stated.
    if (!stated_) return CodecFlaw::malformed;
    const std::optional<std::uint64_t> real = codec_->size_of(stored_, Limits{}.decoded);
    return real && *real != room.size() ? CodecFlaw::size : CodecFlaw::malformed;
  }

  /// Fills `room` with a part of the plain content, if the codec can without decoding all. Whatever
  /// is wrong is left to be found by `decode`.
  [[nodiscard]] bool decode_part(std::uint64_t begin, MutableBytes room,
                                 const Limits& limits = {}) const {
    std::uint64_t size = 0;
    if (codec_ == nullptr || codec_->decode_part == nullptr) return false;
    return look(size, limits) == CodecFlaw::none && codec_->decode_part(stored_, begin, room);
  }

  /// The plain content; bytes that are stored as they are borrow.
  [[nodiscard]] CodecFlaw decode(Blob& plain, const Limits& limits = {}) const {
    std::uint64_t size = 0;
    if (const CodecFlaw flaw = look(size, limits); flaw != CodecFlaw::none) return flaw;
    if (codec_->algorithm == CodecAlgorithm::none && size == stored_.size()) {
      plain = Blob::borrow(stored_);
      return CodecFlaw::none;
    }
    impl::detail::OwnedRoom room(size);
    const CodecFlaw flaw = decode_into(room.bytes);
    if (flaw == CodecFlaw::none) plain = std::move(room).take(size);
    return flaw;
  }

 private:
  const Codec* codec_ = nullptr;
  Bytes stored_;
  std::optional<std::uint64_t> stated_;
};

}  // namespace schemac
