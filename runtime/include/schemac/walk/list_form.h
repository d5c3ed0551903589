// A list of records in a file, as what goes over them in a way of its own needs it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schemac/core/no_starts.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// The count of records that nothing counts: they go on to the end of their region.
inline constexpr std::uint64_t no_count = ~std::uint64_t{0};

template <class View, class Starts = NoStarts>
struct ListForm {
  View first;     ///< with everything but its place
  Origin origin;  ///< of the list
  Region region;
  std::uint64_t count = no_count;
  Starts starts = {};  ///< says where they begin
};

}  // namespace schemac::impl
