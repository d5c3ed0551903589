// Where a number is that doesn't fill its type: some bits of the number that some bytes are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plan/plan.h"

namespace schemac::plan {

/// `width` bits above the lowest `shift` ones of a number of `bytes` bytes.
struct StoredBits {
  std::uint32_t bytes = 0, shift = 0, width = 0;
};
/// Of a group's field: in the bytes of the group. Nothing for a number that fills its type.
[[nodiscard]] std::optional<StoredBits> stored_bits(const Scalar& scalar);

/// Which of the group's bytes have bits of it; from the first one.
struct SharedBytes {
  std::uint32_t first = 0, count = 0;
};
[[nodiscard]] SharedBytes shared_bytes(const Scalar& in_group);

/// "bits 4 to 7 of 8": of the number that the group is.
[[nodiscard]] std::string bits_text(const Scalar& in_group);

}  // namespace schemac::plan
