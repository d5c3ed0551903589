// Cyclic redundancy checks other than CRC-32, by Boost.CRC. Their names, parameters and check
// values are those of https://reveng.sourceforge.io/crc-catalogue/all.htm; crc32_ogg is that of
// Ogg's pages (RFC 3533, section 6).
#pragma once

#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_kind.h"

namespace schemac::impl {

namespace detail {

/// `polynomial` without its highest bit; `is_reflected`: the lowest bit of each byte comes first.
template <std::size_t bits, std::uint64_t polynomial, std::uint64_t initial, bool is_reflected,
          std::uint64_t final_xor>
class Crc {
 public:
  void add(Bytes bytes, Endian /*endian*/) { crc_.process_bytes(bytes.data(), bytes.size()); }
  [[nodiscard]] std::uint64_t finish() const { return crc_.checksum(); }

 private:
  boost::crc_optimal<bits, polynomial, initial, final_xor, is_reflected, is_reflected> crc_;
};

using Crc8 = Crc<8, 0x07, 0, false, 0>;
using Crc16Arc = Crc<16, 0x8005, 0, true, 0>;
using Crc16Ibm3740 = Crc<16, 0x1021, 0xffff, false, 0>;
using Crc16Kermit = Crc<16, 0x1021, 0, true, 0>;
using Crc16Modbus = Crc<16, 0x8005, 0xffff, true, 0>;
using Crc16Umts = Crc<16, 0x8005, 0, false, 0>;
using Crc16X25 = Crc<16, 0x1021, 0xffff, true, 0xffff>;
using Crc16Xmodem = Crc<16, 0x1021, 0, false, 0>;
using Crc24OpenPgp = Crc<24, 0x864cfb, 0xb704ce, false, 0>;
using Crc32Bzip2 = Crc<32, 0x04c11db7, 0xffffffff, false, 0xffffffff>;
using Crc32Cksum = Crc<32, 0x04c11db7, 0, false, 0xffffffff>;
using Crc32Mpeg2 = Crc<32, 0x04c11db7, 0xffffffff, false, 0>;
using Crc32Ogg = Crc<32, 0x04c11db7, 0, false, 0>;
using Crc32C = Crc<32, 0x1edc6f41, 0xffffffff, true, 0xffffffff>;
using Crc64Ecma = Crc<64, 0x42f0e1eba9ea3693, 0, false, 0>;
using Crc64Go = Crc<64, 0x1b, 0xffffffffffffffff, true, 0xffffffffffffffff>;
using Crc64Nvme = Crc<64, 0xad93d23594c93659, 0xffffffffffffffff, true, 0xffffffffffffffff>;
using Crc64Xz = Crc<64, 0x42f0e1eba9ea3693, 0xffffffffffffffff, true, 0xffffffffffffffff>;

}  // namespace detail

inline constexpr DigestKind digest_crc8 = detail::number_kind<DigestAlgorithm::crc8, detail::Crc8>;
inline constexpr DigestKind digest_crc16_arc =
    detail::number_kind<DigestAlgorithm::crc16_arc, detail::Crc16Arc>;
inline constexpr DigestKind digest_crc16_ibm_3740 =
    detail::number_kind<DigestAlgorithm::crc16_ibm_3740, detail::Crc16Ibm3740>;
inline constexpr DigestKind digest_crc16_kermit =
    detail::number_kind<DigestAlgorithm::crc16_kermit, detail::Crc16Kermit>;
inline constexpr DigestKind digest_crc16_modbus =
    detail::number_kind<DigestAlgorithm::crc16_modbus, detail::Crc16Modbus>;
inline constexpr DigestKind digest_crc16_umts =
    detail::number_kind<DigestAlgorithm::crc16_umts, detail::Crc16Umts>;
inline constexpr DigestKind digest_crc16_x25 =
    detail::number_kind<DigestAlgorithm::crc16_x25, detail::Crc16X25>;
inline constexpr DigestKind digest_crc16_xmodem =
    detail::number_kind<DigestAlgorithm::crc16_xmodem, detail::Crc16Xmodem>;
inline constexpr DigestKind digest_crc24_openpgp =
    detail::number_kind<DigestAlgorithm::crc24_openpgp, detail::Crc24OpenPgp>;
inline constexpr DigestKind digest_crc32_bzip2 =
    detail::number_kind<DigestAlgorithm::crc32_bzip2, detail::Crc32Bzip2>;
inline constexpr DigestKind digest_crc32_cksum =
    detail::number_kind<DigestAlgorithm::crc32_cksum, detail::Crc32Cksum>;
inline constexpr DigestKind digest_crc32_mpeg2 =
    detail::number_kind<DigestAlgorithm::crc32_mpeg2, detail::Crc32Mpeg2>;
inline constexpr DigestKind digest_crc32_ogg =
    detail::number_kind<DigestAlgorithm::crc32_ogg, detail::Crc32Ogg>;
inline constexpr DigestKind digest_crc32c =
    detail::number_kind<DigestAlgorithm::crc32c, detail::Crc32C>;
inline constexpr DigestKind digest_crc64_ecma =
    detail::number_kind<DigestAlgorithm::crc64_ecma, detail::Crc64Ecma>;
inline constexpr DigestKind digest_crc64_go =
    detail::number_kind<DigestAlgorithm::crc64_go, detail::Crc64Go>;
inline constexpr DigestKind digest_crc64_nvme =
    detail::number_kind<DigestAlgorithm::crc64_nvme, detail::Crc64Nvme>;
inline constexpr DigestKind digest_crc64_xz =
    detail::number_kind<DigestAlgorithm::crc64_xz, detail::Crc64Xz>;

}  // namespace schemac::impl
