// Computes a checksum of bytes that come piece by piece.
//
//   schemac::impl::Digester digester(schemac::impl::digest_crc32);  // schemac/digest/deflate.h
//   digester.add(head);
//   digester.add(body);
//   const schemac::Bytes digest = digester.finish();
#pragma once

#include <array>
#include <cstddef>

#include "schemac/base/digest_algorithm.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_kind.h"

namespace schemac::impl {

class Digester {
 public:
  /// `endian` is that of digests that are numbers, and of the units which sums add; the others are
  /// rows of bytes.
  explicit Digester(const DigestKind& kind, Endian endian = Endian::little)
      : kind_(kind), endian_(endian) {
    kind_.start(room_);
  }
  ~Digester() { kind_.stop(room_); }
  Digester(const Digester&) = delete;
  Digester& operator=(const Digester&) = delete;
  Digester(Digester&&) = delete;
  Digester& operator=(Digester&&) = delete;

  /// Bytes of the digest; 0 of `none`.
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(digest_size(kind_.algorithm));
  }

  /// Whether it is a number, and whether its lowest byte comes first.
  [[nodiscard]] bool is_number() const { return impl::is_number(kind_.algorithm); }
  [[nodiscard]] bool is_reversed() const { return is_number() && endian_ == Endian::little; }

  void add(Bytes bytes) {
    if (!bytes.empty()) kind_.add(room_, bytes, endian_);
  }

  /// What counts in place of its own bytes: as many as it has.
  void add_own(std::byte byte) {
    std::array<std::byte, longest_digest> own;
    own.fill(byte);
    add(Bytes(own).first(size()));
  }

  /// The digest as it lies in a file, once; it lives as long as this. Empty if the library refuses
  /// the algorithm.
  [[nodiscard]] Bytes finish() {
    return kind_.finish(room_, endian_, digest_) ? Bytes(digest_).first(size()) : Bytes();
  }

 private:
  const DigestKind& kind_;
  Endian endian_;
  DigestRoom room_;
  std::array<std::byte, longest_digest> digest_{};
};

}  // namespace schemac::impl
