// A list of records in a file, as what goes over them in a way of its own needs it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schemac/core/view.h"

namespace schemac {

/// The count of records that nothing counts: they go on to the end of their region.
inline constexpr std::uint64_t no_count = ~std::uint64_t{0};

/// Nothing says where records begin: each stands where the one before it ends.
struct NoBegins {
  static constexpr bool has_room = false;
  [[nodiscard]] NoBegins within(std::uint64_t, const std::byte*) const { return {}; }
  [[nodiscard]] const std::byte* stated(std::uint64_t) const { return nullptr; }
  [[nodiscard]] const std::byte* next(std::uint64_t, const std::byte* at) const { return at; }
  [[nodiscard]] const std::byte* next_inside(std::uint64_t, const std::byte* at) const {
    return at;
  }
};

template <class View, class Begins = NoBegins>
struct ListForm {
  View first;     ///< with everything but its place
  Origin origin;  ///< of the list
  Region region;
  std::uint64_t count = no_count;
  Begins begins = {};  ///< says where they begin
};

}  // namespace schemac
