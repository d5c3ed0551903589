// How far two arrays of one type and shape are apart, element by element, where they lie.
#pragma once

#include <cstdint>
#include <functional>

#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "stats/joined_elements.h"

namespace schemac::diff {

struct ArrayDifference {
  std::uint64_t count = 0;         ///< elements
  std::uint64_t differing = 0;     ///< elements whose bits differ
  std::uint64_t incomparable = 0;  ///< of these, where one is NaN or infinite
  double largest = 0;              ///< of the distances between comparable elements
  std::uint64_t largest_at = 0;    ///< the first element where that is, as it lies in the bytes
  double mean = 0;                 ///< of the distances between all comparable elements
};

/// Elements as they lie in the bytes.
struct ElementBytes {
  Bytes bytes;
  Endian endian = Endian::little;
};

/// Compares `count` elements, which both must hold. Reads each byte once, keeps nothing.
[[nodiscard]] ArrayDifference difference_of(const ElementBytes& a, const ElementBytes& b,
                                            Dtype dtype, std::uint64_t count,
                                            const std::function<void(double)>& progress = {});

/// The same of arrays over pieces, which have one element type of numbers and as many elements: a
/// piece at a time is decoded. What can't be decoded ends it: both say so by their `problem`.
[[nodiscard]] ArrayDifference difference_of(stats::JoinedElements& a, stats::JoinedElements& b,
                                            const std::function<void(double)>& progress = {});

}  // namespace schemac::diff
