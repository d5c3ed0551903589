// What walks, rules and expressions ask of a list of scalars: how many elements are in some bytes,
// products, sums, single elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/core/scalar_list.h"

namespace schemac::impl {

/// A list of the same in memory, in the machine's byte order.
template <class T>
using ListInMemory = ScalarList<T, detail::native_endian>;
template <class T>
[[nodiscard]] inline ListInMemory<T> list_in_memory(const std::vector<T>& list) {
  return ListInMemory<T>(reinterpret_cast<const std::byte*>(list.data()), list.size());
}

namespace detail {

/// Whether a factor is 0, and so a product some of which doesn't fit. (By value, so that the list
/// can live in registers.)
template <class List>
[[nodiscard, gnu::cold, gnu::noinline]] bool is_zero_in_spite(List list) {
  std::uint64_t i = 0;
  while (i < list.size() && plain_number(list[i]) != 0) ++i;
  return i < list.size();
}

}  // namespace detail

/// How many elements lie in that many bytes.
template <class List>
[[nodiscard]] inline std::uint64_t elements_in(std::uint64_t size) {
  if constexpr (requires { List::stride; })
    return size / List::stride;
  else
    return size * List::in_byte;
}

/// An optional list of a value: no elements where it isn't there.
template <class List>
[[nodiscard]] inline const List& list_or_none(const std::optional<List>& list) {
  static const List none;
  return list ? *list : none;
}
/// `first` times the product of a list of whole numbers, 0 where a factor is 0; false if it doesn't
/// fit (or a factor is negative).
template <class List>
[[nodiscard, gnu::always_inline]] inline bool product(const List& list, std::uint64_t first,
                                                      std::uint64_t& out) {
  std::uint64_t result = first;
  std::int64_t signs = 0;
  for (std::uint64_t i = 0; i < list.size(); ++i) {
    const auto factor = detail::plain_number(list[i]);
    if (__builtin_mul_overflow(result, static_cast<std::uint64_t>(factor), &result)) [[unlikely]]
      return out = 0, detail::is_zero_in_spite<List>(list);
    if constexpr (std::is_signed_v<decltype(factor)>) signs |= std::int64_t{factor};
  }
  if (signs < 0) [[unlikely]]
    return out = 0, detail::is_zero_in_spite<List>(list);
  out = result;
  return true;
}
/// The product alone: 1 of an empty list.
template <class List>
[[nodiscard, gnu::always_inline]] inline bool product(const List& list, std::uint64_t& out) {
  return product(list, 1, out);
}

/// Where an element of a list begins, for violations: -1 is the last one; the list's start if there
/// is none.
template <class List>
[[nodiscard]] inline const std::byte* place_of_item(const List& list, std::int64_t item) {
  const std::uint64_t index = item >= 0 ? static_cast<std::uint64_t>(item) : list.size() - 1;
  std::uint64_t tag = 0;
  if constexpr (requires { List::is_tagged; }) tag = List::is_tagged ? 1 : 0;
  return list.bytes().data() + (index < list.size() ? index * List::stride + tag : 0);
}

// ---- for expressions of a schema: what isn't there or doesn't fit clears `fits` and gives 0 ----

namespace detail {

template <class Value>
struct NumberIn {
  using Type = std::conditional_t<std::is_signed_v<Value>, std::int64_t, std::uint64_t>;
};
template <class Value>
requires std::is_enum_v<Value>
struct NumberIn<Value> : NumberIn<std::underlying_type_t<Value>> {
};

// What holds an element: 64 bits of its sign.
template <class List>
using NumberOf = typename NumberIn<typename List::value_type>::Type;

}  // namespace detail

/// An element as a 64-bit number of its sign.
template <class List>
[[nodiscard]] inline auto item(const List& list, std::uint64_t index, bool& fits) {
  using Number = detail::NumberOf<List>;
  if (index < list.size()) return static_cast<Number>(list[index]);
  fits = false;
  return Number{0};
}
template <class List>
[[nodiscard]] inline auto last_item(const List& list, bool& fits) {
  return item(list, std::uint64_t{list.size()} - 1, fits);
}
namespace detail {

/// A product some of whose factors may be below 0. (By value, so that the list can live in
/// registers.)
template <class List>
[[nodiscard, gnu::cold, gnu::noinline]] std::int64_t signed_product(List list, bool& fits) {
  std::uint64_t size = 1;  // without its sign
  bool is_negative = false, is_too_large = false;
  for (std::uint64_t i = 0; i < list.size(); ++i) {
    const auto factor = static_cast<std::int64_t>(list[i]);
    if (factor == 0) return 0;
    const auto bits = static_cast<std::uint64_t>(factor);
    if (__builtin_mul_overflow(size, factor < 0 ? 0 - bits : bits, &size)) is_too_large = true;
    is_negative = is_negative != (factor < 0);
  }
  constexpr std::uint64_t least = std::uint64_t{1} << 63;
  if (!is_too_large && is_negative && size <= least) return static_cast<std::int64_t>(0 - size);
  if (!is_too_large && size < least) return static_cast<std::int64_t>(size);
  fits = false;
  return 0;
}

}  // namespace detail

template <class List>
[[nodiscard, gnu::always_inline]] inline auto checked_product(const List& list, bool& fits) {
  using Number = detail::NumberOf<List>;
  std::uint64_t result = 0;
  const bool is_plain = product(list, result);  // nothing is below 0
  if constexpr (std::is_signed_v<Number>) {
    if (!is_plain || result >> 63 != 0) [[unlikely]]
      return detail::signed_product<List>(list, fits);
  } else if (!is_plain) {
    fits = false;
  }
  return static_cast<Number>(result);
}
template <class List>
[[nodiscard]] inline auto checked_sum(const List& list, bool& fits) {
  using Number = detail::NumberOf<List>;
  Number sum = 0;
  for (std::uint64_t i = 0; i < list.size(); ++i)
    sum = checked_add<Number>(sum, static_cast<Number>(list[i]), fits);
  return sum;
}

}  // namespace schemac::impl
