// Adler-32 and CRC-32, by libdeflate. Links with schemac::digest_deflate.
#pragma once

#include <libdeflate.h>

#include <cstdint>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_kind.h"

namespace schemac::impl {

namespace detail {

class Adler32 {
 public:
  void add(Bytes bytes, Endian /*endian*/) {
    number_ = libdeflate_adler32(number_, bytes.data(), bytes.size());
  }
  [[nodiscard]] std::uint64_t finish() const { return number_; }

 private:
  std::uint32_t number_ = libdeflate_adler32(0, nullptr, 0);
};

class Crc32 {
 public:
  void add(Bytes bytes, Endian /*endian*/) {
    number_ = libdeflate_crc32(number_, bytes.data(), bytes.size());
  }
  [[nodiscard]] std::uint64_t finish() const { return number_; }

 private:
  std::uint32_t number_ = 0;
};

}  // namespace detail

inline constexpr DigestKind digest_adler32 =
    detail::number_kind<DigestAlgorithm::adler32, detail::Adler32>;
inline constexpr DigestKind digest_crc32 =
    detail::number_kind<DigestAlgorithm::crc32, detail::Crc32>;

}  // namespace schemac::impl
