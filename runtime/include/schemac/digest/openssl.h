// Digests that are rows of bytes, by OpenSSL's libcrypto. Links with schemac::digest_openssl.
#pragma once

#include <openssl/evp.h>

#include <cstddef>
#include <memory>
#include <span>

#include "schemac/core/bytes.h"
#include "schemac/digest/digest_kind.h"

namespace schemac::impl {

namespace detail {

template <const EVP_MD* (*kind)()>
class MessageDigest {
 public:
  void add(Bytes bytes) {
    if (is_ok_) is_ok_ = EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size()) == 1;
  }
  [[nodiscard]] bool finish(std::span<std::byte, longest_digest> to) {
    auto* const start = reinterpret_cast<unsigned char*>(to.data());
    return is_ok_ && EVP_DigestFinal_ex(state_.get(), start, nullptr) == 1;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* state) const { EVP_MD_CTX_free(state); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> state_{EVP_MD_CTX_new()};
  bool is_ok_ = state_ != nullptr && EVP_DigestInit_ex(state_.get(), kind(), nullptr) == 1;
};

}  // namespace detail

inline constexpr DigestKind digest_md5 =
    detail::bytes_kind<DigestAlgorithm::md5, detail::MessageDigest<EVP_md5>>;
inline constexpr DigestKind digest_sha1 =
    detail::bytes_kind<DigestAlgorithm::sha1, detail::MessageDigest<EVP_sha1>>;
inline constexpr DigestKind digest_sha224 =
    detail::bytes_kind<DigestAlgorithm::sha224, detail::MessageDigest<EVP_sha224>>;
inline constexpr DigestKind digest_sha256 =
    detail::bytes_kind<DigestAlgorithm::sha256, detail::MessageDigest<EVP_sha256>>;
inline constexpr DigestKind digest_sha384 =
    detail::bytes_kind<DigestAlgorithm::sha384, detail::MessageDigest<EVP_sha384>>;
inline constexpr DigestKind digest_sha512 =
    detail::bytes_kind<DigestAlgorithm::sha512, detail::MessageDigest<EVP_sha512>>;

}  // namespace schemac::impl
