// Numbers of bytes that don't fill their type, where nothing was walked before.
#pragma once

#include "schemac/base/bits.h"
#include "schemac/read/content.h"

namespace schemac::impl {

/// As `scalar_in`, of a number of `size` bytes.
template <class T, std::size_t size, Endian order = Endian::little>
[[nodiscard]] inline Result<T> narrow_in(Spot spot, Region region) {
  if (region.size() < size) return detail::missing_at(spot.of, spot.name, region, size);
  return load_bits<T, size, 0, 8 * size, order>(region.begin);
}

}  // namespace schemac::impl
