#include "model/algorithms.h"

#include <optional>

#include "schemac/base/digest_algorithm.h"
#include "schemac/check/decoding.h"
#include "schemac/core/codec.h"

namespace schemac::model {

int codec_code(std::string_view name) {
  const std::optional<CodecAlgorithm> found = impl::codec_named(name);
  return found ? static_cast<int>(*found) : -1;
}

std::string codec_name(Int128 code) {
  return code >= 0 && code < static_cast<Int128>(schemac::impl::detail::codec_names.size())
             ? std::string(schemac::name(static_cast<CodecAlgorithm>(code)))
             : "?";
}

int digest_code(std::string_view name) {
  const std::optional<impl::DigestAlgorithm> found = impl::digest_named(name);
  return found ? static_cast<int>(*found) : -1;
}

std::string digest_name(Int128 code) {
  return code >= 0 && code < static_cast<Int128>(schemac::impl::detail::digest_rows.size())
             ? std::string(name(static_cast<impl::DigestAlgorithm>(code)))
             : "";
}

}  // namespace schemac::model
