// Computes checksums of bytes that come piece by piece: Adler-32 and CRC-32 by libdeflate, the
// others by OpenSSL's libcrypto. Links with schemac::digests.
//
//   schemac::impl::Digester digester(schemac::impl::DigestAlgorithm::crc32);
//   digester.add(head);
//   digester.add(body);
//   const schemac::Bytes digest = digester.finish();
#pragma once

#include <libdeflate.h>
#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "schemac/base/digest_algorithm.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

class Digester {
 public:
  /// `endian` is that of the two that are numbers, adler32 and crc32; the others are rows of bytes.
  explicit Digester(DigestAlgorithm algorithm, Endian endian = Endian::little)
      : algorithm_(algorithm), endian_(endian) {
    if (algorithm == DigestAlgorithm::adler32) number_ = libdeflate_adler32(0, nullptr, 0);
    const EVP_MD* const kind = message_digest();
    if (kind == nullptr) return;
    state_.reset(EVP_MD_CTX_new());
    is_ok_ = state_ != nullptr && EVP_DigestInit_ex(state_.get(), kind, nullptr) == 1;
  }
  /// A number of a file; what is no algorithm is as `none`.
  explicit Digester(std::uint64_t code, Endian endian = Endian::little)
      : Digester(code < detail::digest_rows.size() ? static_cast<DigestAlgorithm>(code)
                                                   : DigestAlgorithm::none,
                 endian) {}

  /// Bytes of the digest; 0 of `none`.
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(digest_size(algorithm_));
  }

  /// Whether it is a number, and whether its lowest byte comes first.
  [[nodiscard]] bool is_number() const { return size() == sizeof number_; }
  [[nodiscard]] bool is_reversed() const { return is_number() && endian_ == Endian::little; }

  void add(Bytes bytes) {
    if (bytes.empty()) return;
    if (algorithm_ == DigestAlgorithm::adler32)
      number_ = libdeflate_adler32(number_, bytes.data(), bytes.size());
    else if (algorithm_ == DigestAlgorithm::crc32)
      number_ = libdeflate_crc32(number_, bytes.data(), bytes.size());
    else if (state_ != nullptr && is_ok_)
      is_ok_ = EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size()) == 1;
  }

  /// The digest as it lies in a file, once; it lives as long as this. Empty if the library refuses
  /// the algorithm (OpenSSL can be set up to know no MD5).
  [[nodiscard]] Bytes finish() {
    if (state_ != nullptr) {
      auto* const to = reinterpret_cast<unsigned char*>(digest_.data());
      is_ok_ = is_ok_ && EVP_DigestFinal_ex(state_.get(), to, nullptr) == 1;
    } else if (is_number()) {
      if (endian_ == Endian::little)
        store<std::uint32_t>(digest_.data(), number_);
      else
        store<std::uint32_t, Endian::big>(digest_.data(), number_);
    }
    return is_ok_ ? Bytes(digest_).first(size()) : Bytes();
  }

 private:
  [[nodiscard]] const EVP_MD* message_digest() const {
    switch (algorithm_) {
      case DigestAlgorithm::none:
      case DigestAlgorithm::adler32:
      case DigestAlgorithm::crc32:
        return nullptr;
      case DigestAlgorithm::md5:
        return EVP_md5();
      case DigestAlgorithm::sha1:
        return EVP_sha1();
      case DigestAlgorithm::sha224:
        return EVP_sha224();
      case DigestAlgorithm::sha256:
        return EVP_sha256();
      case DigestAlgorithm::sha384:
        return EVP_sha384();
      case DigestAlgorithm::sha512:
        return EVP_sha512();
    }
    return nullptr;
  }

  struct Free {
    void operator()(EVP_MD_CTX* state) const { EVP_MD_CTX_free(state); }
  };

  DigestAlgorithm algorithm_;
  Endian endian_;
  bool is_ok_ = true;
  std::uint32_t number_ = 0;
  std::unique_ptr<EVP_MD_CTX, Free> state_;
  std::array<std::byte, 64> digest_{};
};

}  // namespace schemac::impl
