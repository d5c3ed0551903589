// Expressions of a schema that can fail, where a walk needs them as a size, a condition or a fact.
//
// The expression is a function of `bool& fits`, which it clears where a number doesn't fit or isn't
// there.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

#include "schemac/check/check.h"

namespace schemac::impl {

/// As a count or a size: as large as possible where it can't be computed, so that nothing is that
/// long; 0 if negative.
template <std::invocable<bool&> Expression>
[[nodiscard, gnu::always_inline]] inline std::uint64_t size_or_most(Expression&& expression) {
  bool fits = true;
  const auto value = expression(fits);
  if (!fits) return ~std::uint64_t{0};
  return value >= 0 ? static_cast<std::uint64_t>(value) : 0;
}
/// As an offset: outside of any file where it can't be computed or is negative.
template <std::invocable<bool&> Expression>
[[nodiscard, gnu::always_inline]] inline std::uint64_t offset_or_most(Expression&& expression) {
  bool fits = true;
  const auto value = expression(fits);
  return fits && value >= 0 ? static_cast<std::uint64_t>(value) : ~std::uint64_t{0};
}
/// As a tag, without its sign: `none`, for which there is no case, where it can't be computed.
template <std::uint64_t none, std::invocable<bool&> Expression>
[[nodiscard, gnu::always_inline]] inline std::uint64_t tag_or(Expression&& expression) {
  bool fits = true;
  const auto value = expression(fits);
  return fits ? static_cast<std::uint64_t>(value) : none;
}
/// The number, of whose narrower type compilers then don't know: they warn of comparisons that
/// always hold.
[[nodiscard]] constexpr std::uint64_t widened(std::uint64_t number) { return number; }
/// As an argument of a nested record: as large as possible where it can't be computed or doesn't
/// fit.
template <class Number, std::invocable<bool&> Expression>
[[nodiscard, gnu::always_inline]] inline Number argument_or_most(Expression&& expression) {
  bool fits = true;
  const auto value = expression(fits);
  return fits && std::in_range<Number>(value) ? static_cast<Number>(value)
                                              : std::numeric_limits<Number>::max();
}
/// As a condition: false where it can't be computed.
template <std::invocable<bool&> Expression>
[[nodiscard, gnu::always_inline]] inline bool holds(Expression&& expression) {
  bool fits = true;
  const bool value = expression(fits);
  return fits && value;
}
/// The element after the one at `index`, or null.
template <class List>
[[nodiscard]] inline auto next_of(const List& list, std::uint64_t index) {
  return index + 1 < list.size() ? &list[static_cast<std::size_t>(index + 1)] : nullptr;
}
/// What is in the element after; nothing (and no number) after the last one.
template <class View, class Look>
[[nodiscard, gnu::always_inline]] inline auto if_there(const View* view, bool& fits, Look&& look) {
  if (view != nullptr) return look(*view);
  fits = false;
  return decltype(look(*view)){};
}
/// As a fact of a sentence.
template <std::invocable<bool&> Expression>
[[nodiscard, gnu::always_inline]] inline Fact fact(Expression&& expression) {
  bool fits = true;
  const auto value = expression(fits);
  return fits ? Fact(static_cast<std::uint64_t>(value)) : Fact::unknown();
}

}  // namespace schemac::impl
