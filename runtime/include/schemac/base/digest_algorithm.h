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
  crc8,
  crc16_arc,
  crc16_ibm_3740,
  crc16_kermit,
  crc16_modbus,
  crc16_umts,
  crc16_x25,
  crc16_xmodem,
  crc24_openpgp,
  crc32_bzip2,
  crc32_cksum,
  crc32_mpeg2,
  crc32_ogg,
  crc32c,
  crc64_ecma,
  crc64_go,
  crc64_nvme,
  crc64_xz,
  sum8,
  sum16,
  sum32,
  internet,
  xor8,
  fletcher16,
  fletcher32,
  xxh32,
  xxh64,
  xxh3,
};

namespace detail {
enum class DigestForm : bool { bytes, number };
struct DigestRow {
  std::string_view name;
  std::uint8_t size;  ///< in bytes
  DigestForm form = DigestForm::number;
};
inline constexpr std::array<DigestRow, 37> digest_rows = {{
    {"none", 0, DigestForm::bytes},
    {"adler32", 4},
    {"crc32", 4},
    {"md5", 16, DigestForm::bytes},
    {"sha1", 20, DigestForm::bytes},
    {"sha224", 28, DigestForm::bytes},
    {"sha256", 32, DigestForm::bytes},
    {"sha384", 48, DigestForm::bytes},
    {"sha512", 64, DigestForm::bytes},
    {"crc8", 1},
    {"crc16_arc", 2},
    {"crc16_ibm_3740", 2},
    {"crc16_kermit", 2},
    {"crc16_modbus", 2},
    {"crc16_umts", 2},
    {"crc16_x25", 2},
    {"crc16_xmodem", 2},
    {"crc24_openpgp", 3},
    {"crc32_bzip2", 4},
    {"crc32_cksum", 4},
    {"crc32_mpeg2", 4},
    {"crc32_ogg", 4},
    {"crc32c", 4},
    {"crc64_ecma", 8},
    {"crc64_go", 8},
    {"crc64_nvme", 8},
    {"crc64_xz", 8},
    {"sum8", 1},
    {"sum16", 2},
    {"sum32", 4},
    {"internet", 2},
    {"xor8", 1},
    {"fletcher16", 2},
    {"fletcher32", 4},
    {"xxh32", 4},
    {"xxh64", 8},
    {"xxh3", 8},
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

/// Whether it is a number, which has a byte order; others are rows of bytes.
[[nodiscard]] constexpr bool is_number(DigestAlgorithm algorithm) {
  return detail::digest_rows[static_cast<std::size_t>(algorithm)].form ==
         detail::DigestForm::number;
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
