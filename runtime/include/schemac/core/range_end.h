// Where a range of records ends.
#pragma once

#include <cstdint>

namespace schemac {

enum class RangeEnd : std::uint8_t {
  count,   ///< the file says how many records there are
  region,  ///< as many as there is room for
  empty,   ///< the same, but one that takes no bytes is the last: more of them would never end
};

}  // namespace schemac
