// Numbers that may say that something isn't known.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "schemac/core/result.h"

namespace schemac::impl {

/// A number of a file; nothing if it is the one that says nothing.
template <class T>
[[nodiscard]] constexpr std::optional<T> known_number(T number, T unknown) {
  return number == unknown ? std::nullopt : std::optional(number);
}

/// A number that is known late, as a writer stores it in a `Number`. Where it can't be computed, or
/// is cut off, it isn't the one that says nothing: what is written must be seen to be wrong.
template <class Number, class Late>
[[nodiscard]] constexpr Late told_late(Late number, Late unknown, const bool& is_number) {
  if (is_number && std::in_range<Number>(number)) return number;
  return static_cast<Number>(number) == static_cast<Number>(unknown) ? number ^ 1 : number;
}

/// Whether any number of a list says something; of none at all, too.
template <class List, class T>
[[nodiscard]] bool is_any_known(const List& list, T unknown) {
  for (std::uint64_t i = 0; i < list.size(); ++i)
    if (std::cmp_not_equal(list[i], unknown)) return true;
  return list.size() == 0;
}
template <class List, class T>
[[nodiscard]] bool is_any_known(const Result<List>& list, T unknown) {
  return !list || is_any_known(*list, unknown);
}

}  // namespace schemac::impl
