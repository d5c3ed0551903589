// Records of which nothing says where they begin.
#pragma once

#include <cstddef>
#include <cstdint>

namespace schemac {

/// Nothing says where records begin: each begins where the one before it ends.
struct NoStarts {
  static constexpr bool has_room = false;
  [[nodiscard]] NoStarts within(std::uint64_t, const std::byte*) const { return {}; }
  [[nodiscard]] const std::byte* stated(std::uint64_t) const { return nullptr; }
  [[nodiscard]] const std::byte* next(std::uint64_t, const std::byte* at) const { return at; }
  [[nodiscard]] const std::byte* next_inside(std::uint64_t, const std::byte* at) const {
    return at;
  }
};

}  // namespace schemac
