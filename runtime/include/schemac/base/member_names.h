// The names of an enumeration's members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace schemac::impl {

struct MemberName {
  std::uint64_t number = 0;  ///< of one below 0, its bits
  std::string_view name = {};
};

/// The name of the member with that number, or empty.
template <std::size_t size>
[[nodiscard]] constexpr std::string_view name_in(const MemberName (&names)[size],
                                                 std::uint64_t number) {
  // Most numbers are in a row.
  const std::uint64_t index = number - names[0].number;
  if (index < size && names[index].number == number) return names[index].name;
  for (const MemberName& each : names)
    if (each.number == number) return each.name;
  return {};
}

}  // namespace schemac::impl
