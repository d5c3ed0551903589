// Numbers that may say that something isn't known.
#pragma once

#include <cstdint>
#include <optional>

#include "schemac/core/result.h"

namespace schemac {

/// A number of a file; nothing if it is the one that says nothing.
template <class T>
[[nodiscard]] constexpr std::optional<T> known_number(T number, T unknown) {
  return number == unknown ? std::nullopt : std::optional(number);
}

/// Whether any number of a list says something; of none at all, too.
template <class List, class T>
[[nodiscard]] bool is_any_known(const List& list, T unknown) {
  for (std::uint64_t i = 0; i < list.size(); ++i)
    if (list[i] != unknown) return true;
  return list.size() == 0;
}
template <class List, class T>
[[nodiscard]] bool is_any_known(const Result<List>& list, T unknown) {
  return !list || is_any_known(*list, unknown);
}

}  // namespace schemac
