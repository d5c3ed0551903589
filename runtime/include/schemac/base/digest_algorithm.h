// The kinds of checksums that formats use, and how many bytes each takes. What computes them is in
// schemac/digest, which needs libraries; this needs none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace schemac::impl {

enum class DigestAlgorithm : std::uint8_t {
  none,  ///< of no bytes
  adler32,
  crc32,
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
};

namespace detail {
struct DigestRow {
  std::string_view name;
  std::uint8_t size;
};
inline constexpr std::array<DigestRow, 9> digest_rows = {{
    {"none", 0},
    {"adler32", 4},
    {"crc32", 4},
    {"md5", 16},
    {"sha1", 20},
    {"sha224", 28},
    {"sha256", 32},
    {"sha384", 48},
    {"sha512", 64},
}};
}  // namespace detail

/// Bytes of a digest. `code` is a DigestAlgorithm's number, perhaps of a broken file: what is no
/// algorithm takes none.
[[nodiscard]] constexpr std::uint64_t digest_size(std::uint64_t code) {
  return code < detail::digest_rows.size()
             ? detail::digest_rows[static_cast<std::size_t>(code)].size
             : 0;
}
[[nodiscard]] constexpr std::uint64_t digest_size(DigestAlgorithm algorithm) {
  return digest_size(static_cast<std::uint64_t>(algorithm));
}

/// The name that schemas use: "crc32".
[[nodiscard]] constexpr std::string_view name(DigestAlgorithm algorithm) {
  return detail::digest_rows[static_cast<std::size_t>(algorithm)].name;
}
[[nodiscard]] constexpr std::optional<DigestAlgorithm> digest_named(std::string_view name) {
  for (std::size_t i = 0; i < detail::digest_rows.size(); ++i)
    if (detail::digest_rows[i].name == name) return static_cast<DigestAlgorithm>(i);
  return std::nullopt;
}

}  // namespace schemac::impl
