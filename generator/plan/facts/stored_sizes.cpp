#include "plan/facts/stored_sizes.h"

#include <algorithm>

namespace schemac::plan {

std::uint64_t tag_size(const Scalar& scalar) { return scalar.coding == Coding::tagged ? 1 : 0; }

std::uint64_t stored_size(const Scalar& scalar) {
  if (scalar.varies()) return 0;
  return tag_size(scalar) + bit_count(scalar.dtype) / 8;
}

std::uint64_t extent_of(const std::vector<RunField>& fixed) {
  std::uint64_t size = 0;
  for (const RunField& each : fixed) size = std::max(size, each.distance + each.size);
  return size;
}

}  // namespace schemac::plan
