// All kinds of checksums, for programs that read whatever a schema says. Links with
// schemac::digests.
#pragma once

#include <cstdint>

#include "schemac/digest/crc.h"
#include "schemac/digest/deflate.h"
#include "schemac/digest/digest_kind.h"
#include "schemac/digest/openssl.h"
#include "schemac/digest/sums.h"
#include "schemac/digest/xxh.h"

namespace schemac::impl {

/// The kind of a DigestAlgorithm's number, perhaps of a broken file: what is no algorithm is as
/// `none`.
[[nodiscard]] inline const DigestKind& any_digest(std::uint64_t code) {
  return find_digest({&digest_adler32,      &digest_crc32,          &digest_md5,
                      &digest_sha1,         &digest_sha224,         &digest_sha256,
                      &digest_sha384,       &digest_sha512,         &digest_crc8,
                      &digest_crc16_arc,    &digest_crc16_ibm_3740, &digest_crc16_kermit,
                      &digest_crc16_modbus, &digest_crc16_umts,     &digest_crc16_x25,
                      &digest_crc16_xmodem, &digest_crc24_openpgp,  &digest_crc32_bzip2,
                      &digest_crc32_cksum,  &digest_crc32_mpeg2,    &digest_crc32_ogg,
                      &digest_crc32c,       &digest_crc64_ecma,     &digest_crc64_go,
                      &digest_crc64_nvme,   &digest_crc64_xz,       &digest_sum8,
                      &digest_sum16,        &digest_sum32,          &digest_internet,
                      &digest_xor8,         &digest_fletcher16,     &digest_fletcher32,
                      &digest_xxh32,        &digest_xxh64,          &digest_xxh3},
                     code);
}

}  // namespace schemac::impl
