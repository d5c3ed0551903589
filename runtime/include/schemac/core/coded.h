// A member of a value whose bytes are encoded in files: as stored bytes or as plain content.
//
// Reading keeps what is stored, without a copy, and decodes when asked; writing passes it through
// as it is. A value that is made in memory has plain content, which is encoded when it is written.
// What it means is its plain content: by that it is compared.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "schemac/check/decoding.h"
#include "schemac/core/blob.h"
#include "schemac/core/codec.h"
#include "schemac/core/limits.h"
#include "schemac/core/result.h"

namespace schemac {

class Coded {
 public:
  Coded() = default;
  /// Plain content, to be encoded; options that the format says itself win over these.
  Coded(Blob plain, const CodecOptions& options = {})  // NOLINT(google-explicit-constructor)
      : plain_(std::move(plain)), options_(options) {}
  /// Stored bytes of a codec; `size` is that of their plain content, where nothing else states it.
  [[nodiscard]] static Coded of_stored(Blob stored, const Codec* codec,
                                       std::optional<std::uint64_t> size = std::nullopt) {
    Coded result;
    result.plain_.reset();
    result.stored_ = std::move(stored);
    result.codec_ = codec;
    result.size_ = size;
    return result;
  }

  [[nodiscard]] bool has_plain() const { return plain_.has_value(); }
  /// Whether there are stored bytes of that codec.
  [[nodiscard]] bool is_stored_by(const Codec* codec) const {
    return is_stored() && codec_ == codec;
  }
  [[nodiscard]] bool is_stored() const { return codec_ != nullptr || !plain_; }
  /// Empty as long as there are none.
  [[nodiscard]] const Blob& stored() const { return stored_; }
  /// Null as long as nothing is stored.
  [[nodiscard]] const Codec* codec() const { return codec_; }
  [[nodiscard]] const CodecOptions& options() const { return options_; }
  /// What is stored, to be decoded; lives as long as `stored()`.
  [[nodiscard]] CodedBytes stored_content() const { return {codec_, stored_.bytes(), size_}; }

  /// The plain content, decoded if need be (once a call).
  [[nodiscard]] Result<Blob> plain(const Limits& limits = {}) const {
    if (plain_) return *plain_;
    Blob plain;
    const CodecFlaw flaw = stored_content().decode(plain, limits);
    if (flaw != CodecFlaw::none) return impl::violation_of(flaw);
    return plain.is_owner() ? plain : stored_;
  }
  /// Bytes of the plain content, if they are known without decoding; else 0.
  [[nodiscard]] std::uint64_t size() const {
    return plain_ ? plain_->size() : stored_content().size().value_or(0);
  }
  /// Replaces what is held.
  void set_plain(Blob plain) {
    plain_ = std::move(plain);
    stored_ = {};
    codec_ = nullptr;
    is_sound_ = false;
    size_.reset();
  }

  /// Calls `visit(blob)` for what is held: for schemac::impl::for_each_blob.
  template <class Visit>
  void visit_blobs(Visit&& visit) {
    if (plain_) visit(*plain_);
    if (is_stored()) visit(stored_);
  }
  template <class Visit>
  void visit_blobs(Visit&& visit) const {
    if (plain_) visit(*plain_);
    if (is_stored()) visit(stored_);
  }

  /// Makes stored bytes of `codec` beside the plain content. Those that are there stay; if somebody
  /// else has made them, they are decoded once to see that they are sound. Whatever is wrong with
  /// stored bytes, they are malformed; too large is what the codec doesn't encode.
  [[nodiscard]] CodecFlaw encode(const Codec* codec, const CodecOptions& options) {
    if (codec == nullptr) return CodecFlaw::malformed;
    if (is_stored_by(codec))
      return is_sound_ || check_stored() ? CodecFlaw::none : CodecFlaw::malformed;
    if (!plain_) {
      Blob plain;
      if (stored_content().decode(plain) != CodecFlaw::none) return CodecFlaw::malformed;
      plain_ = plain.is_owner() ? std::move(plain) : stored_;
    }
    if (codec->algorithm == CodecAlgorithm::none) {
      stored_ = *plain_;
    } else {
      CodecOptions all = options;
      if (options_.level) all.level = options_.level;
      if (all.element_size == 1) all.element_size = options_.element_size;
      auto stored = codec->encode(plain_->bytes(), all);
      if (!stored) return CodecFlaw::too_large;
      stored_ = std::move(*stored);
    }
    codec_ = codec;
    size_ = plain_->size();
    is_sound_ = true;
    return CodecFlaw::none;
  }

  /// By plain content; what can't be decoded equals the same stored bytes alone.
  friend bool operator==(const Coded& x, const Coded& y) {
    if (x.is_stored() && y.is_stored() && x.codec_ == y.codec_ && x.stored_ == y.stored_)
      return true;
    const Result<Blob> left = x.plain();
    const Result<Blob> right = y.plain();
    return left && right && *left == *right;
  }

 private:
  [[nodiscard]] bool check_stored() {
    std::uint64_t size = 0;
    is_sound_ = impl::find_flaw(stored_content(), Limits{}, size) == CodecFlaw::none;
    return is_sound_;
  }

  std::optional<Blob> plain_ = Blob();
  Blob stored_;
  const Codec* codec_ = nullptr;       // of what is stored
  std::optional<std::uint64_t> size_;  // of the plain content
  bool is_sound_ = false;              // what is stored is known to decode
  CodecOptions options_;
};

}  // namespace schemac

namespace schemac::impl {

/// The plain content of what is encoded, or isn't.
[[nodiscard]] inline Result<Blob> plain_content(const Coded& content, const Limits& limits = {}) {
  return content.plain(limits);
}
[[nodiscard]] inline Result<Blob> plain_content(const Blob& content, const Limits& = {}) {
  return content;
}

/// Whether it is there without decoding.
[[nodiscard]] inline bool has_plain(const Coded& content) { return content.has_plain(); }
[[nodiscard]] inline bool has_plain(const Blob&) { return true; }

/// What `read` keeps of a file: what is stored.
template <class Reader>
[[nodiscard]] bool read_value(Reader& /*reader*/, const CodedBytes& stored, Coded& out) {
  out = Coded::of_stored(Blob::borrow(stored.stored()), stored.codec(), stored.stated_size());
  return true;
}

}  // namespace schemac::impl
