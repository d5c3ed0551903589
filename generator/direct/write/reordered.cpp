#include "direct/write/reordered.h"

#include <algorithm>
#include <cstring>

namespace schemac::direct {

bool has_one_order(const std::vector<std::uint64_t>& dims) {
  return std::count_if(dims.begin(), dims.end(), [](std::uint64_t dim) { return dim != 1; }) <= 1;
}

// Writes one element after the other and counts with the indices of the target, the fastest first;
// `place` follows in the source.
void reorder(Bytes from, const std::vector<std::uint64_t>& dims, std::uint64_t size, bool to_rows,
             MutableBytes to) {
  struct Axis {
    std::uint64_t dim, stride, index;
  };
  std::vector<Axis> axes;
  std::uint64_t stride = size;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const std::uint64_t dim = to_rows ? dims[i] : dims[dims.size() - 1 - i];
    axes.push_back({dim, stride, 0});
    stride *= dim;  // the dimensions were held against the bytes
  }
  std::reverse(axes.begin(), axes.end());
  std::uint64_t place = 0;
  for (std::uint64_t at = 0; at < to.size(); at += size) {
    std::memcpy(to.data() + at, from.data() + place, static_cast<std::size_t>(size));
    for (Axis& axis : axes) {
      place += axis.stride;
      if (++axis.index < axis.dim) break;
      place -= axis.stride * axis.dim;
      axis.index = 0;
    }
  }
}

}  // namespace schemac::direct
