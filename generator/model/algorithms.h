// Codecs and digests as numbers, which attributes and expressions have for them.
#pragma once

#include <string>
#include <string_view>

#include "model/range.h"

namespace schemac::model {

/// The code of a codec in attributes and expressions; -1 if there is none.
[[nodiscard]] int codec_code(std::string_view name);
/// Its name.
[[nodiscard]] std::string codec_name(Int128 code);
/// The code of a digest algorithm in attributes and expressions; -1 if there is none.
[[nodiscard]] int digest_code(std::string_view name);
/// Its name: "crc32".
[[nodiscard]] std::string digest_name(Int128 code);

}  // namespace schemac::model
