// Checksums in a header: what computes them.
#pragma once

#include <string>
#include <string_view>

#include "emit/printer.h"
#include "plan/plan.h"
#include "schemac/base/digest_algorithm.h"

namespace schemac::emit::cpp {

/// Where the runtime has what computes a kind: "digest/crc"; "" of none.
[[nodiscard]] std::string_view header_of(impl::DigestAlgorithm algorithm);
/// `detail::digest_of`, where a number of the file says which kind it is.
void emit_digest_table(Printer& out, const plan::Plan& plan);

/// What a schemac::impl::Digester is made of: "schemac::impl::digest_crc32", or what the number of
/// a file's, spelled `code`, says; then the byte order, if it isn't little.
[[nodiscard]] std::string digester_arguments(const plan::Digest& digest, const std::string& code,
                                             const std::string& order);

}  // namespace schemac::emit::cpp
