// How something lies in bytes, in a few words: "u32", "Tensor, n_tensors times", "bytes".
#pragma once

#include <string>

#include "model/model.h"

namespace schemac::model {

[[nodiscard]] std::string to_text(const Body& body, const Format& format);
/// "since 2 until 4", or "".
[[nodiscard]] std::string to_text(const Versions& versions);
/// "constant", "derived", "given", "choice".
[[nodiscard]] std::string_view spelling(RoleKind kind);
/// Bytes in hex, those that are printable as text: `89 "ABC" 0d 0a`.
[[nodiscard]] std::string to_text(const ConstantBytes& constant);

}  // namespace schemac::model
