// How answers about a plan name codings and bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace query {

/// "varint", "str", "tag ce".
[[nodiscard]] std::string coding_of(schemac::protobuf::Coding coding);
[[nodiscard]] std::string coding_of(schemac::plan::HeadForm form);
[[nodiscard]] std::string coding_of(const schemac::plan::Scalar& scalar);

/// "0a ff".
[[nodiscard]] std::string hex(const std::vector<std::uint8_t>& bytes);

}  // namespace query
