#include "model/algorithms.h"

#include <optional>

#include "schemac/core/codec.h"
#include "schemac/core/digest_algorithm.h"

namespace schemac::model {

int codec_code(std::string_view name) {
  const std::optional<CodecAlgorithm> found = codec_named(name);
  return found ? static_cast<int>(*found) : -1;
}

std::string codec_name(Int128 code) {
  return code >= 0 && code < static_cast<Int128>(schemac::detail::codec_names.size())
             ? std::string(schemac::name(static_cast<CodecAlgorithm>(code)))
             : "?";
}

int digest_code(std::string_view name) {
  const std::optional<DigestAlgorithm> found = digest_named(name);
  return found ? static_cast<int>(*found) : -1;
}

std::string digest_name(Int128 code) {
  return code >= 0 && code < static_cast<Int128>(schemac::detail::digest_rows.size())
             ? std::string(schemac::name(static_cast<DigestAlgorithm>(code)))
             : "";
}

}  // namespace schemac::model
