// Elements of an array in another order.
#pragma once

#include <cstdint>
#include <vector>

#include "schemac/core/bytes.h"

namespace schemac::direct {

/// Copies elements of `size` bytes from row-major to column-major order, or (`to_rows`) back. Both
/// sides hold exactly the elements that `dims` says.
void reorder(Bytes from, const std::vector<std::uint64_t>& dims, std::uint64_t size, bool to_rows,
             MutableBytes to);

/// Whether both orders of such an array are the same.
[[nodiscard]] bool has_one_order(const std::vector<std::uint64_t>& dims);

}  // namespace schemac::direct
