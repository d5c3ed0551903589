// How much of a long file has rows.
#pragma once

#include <cstdint>

#include "direct/path/selection.h"

namespace schemac::direct {

/// Which elements of lists have rows of their own: the first ones, and the last one.
struct Folding {
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  std::uint64_t elements = all;  ///< of each list
  Selection asked;               ///< has rows, and so has what holds it; of other lists few
  std::uint64_t rows = all;      ///< elements of lists have none after so many
};

}  // namespace schemac::direct
