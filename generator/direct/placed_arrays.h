// The arrays over pieces that a file holds, whatever its format, with where they stand in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"

namespace schemac::direct {

struct PlacedArray {
  std::string path;
  std::uint64_t offset = 0;  ///< of the stored bytes of its first piece; 0 without pieces
  Joined joined;
};

/// Those whose pieces and types can be read, in the order of the file. They borrow `bytes`.
[[nodiscard]] std::vector<PlacedArray> arrays_over_pieces(const plan::Plan& plan,
                                                          const plan::Root& root, Bytes bytes,
                                                          const Limits& limits = {});

}  // namespace schemac::direct
