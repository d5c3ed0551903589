// Arithmetic on numbers that come from a file. Nothing else in schemac adds or multiplies them.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace schemac::impl {

/// out = x + y; false if the sum does not fit.
[[nodiscard]] inline bool add(std::uint64_t x, std::uint64_t y, std::uint64_t& out) {
  return !__builtin_add_overflow(x, y, &out);
}
/// out = x * y; false if the product does not fit.
[[nodiscard]] inline bool multiply(std::uint64_t x, std::uint64_t y, std::uint64_t& out) {
  return !__builtin_mul_overflow(x, y, &out);
}

/// Whether [offset, offset + size) lies inside [begin, end). By subtraction, so nothing can wrap.
[[nodiscard]] constexpr bool lies_inside(std::uint64_t offset, std::uint64_t size,
                                         std::uint64_t begin, std::uint64_t end) {
  return offset >= begin && offset <= end && size <= end - offset;
}

/// How far `x` is from the next multiple of `unit` (a power of two or not, at least 1).
[[nodiscard]] constexpr std::uint64_t padding_to(std::uint64_t x, std::uint64_t unit) {
  return (unit & (unit - 1)) == 0 ? (0 - x) & (unit - 1) : (unit - x % unit) % unit;
}

/// `x` rounded up to a multiple of `unit`. Of sizes of things in memory, or after a check that
/// there is room above.
[[nodiscard]] constexpr std::uint64_t padded_size(std::uint64_t x, std::uint64_t unit) {
  return (unit & (unit - 1)) == 0 ? (x + (unit - 1)) & ~(unit - 1) : x + padding_to(x, unit);
}

/// Rounded-up quotient; `y` is at least 1.
[[nodiscard]] constexpr std::uint64_t ceil_div(std::uint64_t x, std::uint64_t y) {
  return x / y + (x % y != 0 ? 1 : 0);
}

/// Bytes that `count` elements of `bits` take together; false if the number of bits does not fit 64
/// bits.
[[nodiscard]] inline bool packed_size(std::uint64_t count, std::uint64_t bits, std::uint64_t& out) {
  if (bits % 8 == 0) {
    if (!multiply(count, bits / 8, out)) [[unlikely]]
      return false;
    return true;
  }
  std::uint64_t total = 0;
  if (!multiply(count, bits, total)) return false;
  out = ceil_div(total, 8);
  return true;
}

// ---- for expressions of a schema: what doesn't fit clears `fits` and gives 0 ----

template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_add(X x, Y y, bool& fits) {
  Result result = 0;
  if (!__builtin_add_overflow(x, y, &result)) return result;
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_subtract(X x, Y y, bool& fits) {
  Result result = 0;
  if (!__builtin_sub_overflow(x, y, &result)) return result;
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_multiply(X x, Y y, bool& fits) {
  Result result = 0;
  if (!__builtin_mul_overflow(x, y, &result)) return result;
  fits = false;
  return 0;
}
namespace detail {

/// An element as a number: an enumerator counts as the one that it has.
template <class T>
[[nodiscard, gnu::always_inline]] constexpr auto plain_number(T element) {
  if constexpr (std::is_enum_v<T>)
    return static_cast<std::underlying_type_t<T>>(element);
  else
    return element;
}

__extension__ using WideNumber = __int128;

// A type that holds both operands of a division and what it gives.
template <class X, class Y>
using Dividing =
    std::conditional_t<std::is_signed_v<X> || std::is_signed_v<Y>, WideNumber, std::uint64_t>;

template <class Number>
[[nodiscard]] constexpr Number quotient_up(Number x, Number y) {
  return x / y + static_cast<Number>(x % y != 0 && (x < 0) == (y < 0) ? 1 : 0);
}

}  // namespace detail

/// `x`, of 64 or 128 bits, as a number of 64 bits.
template <class Result, class X>
[[nodiscard]] constexpr Result checked_as(X x, bool& fits) {
  constexpr detail::WideNumber least = std::numeric_limits<Result>::min();
  constexpr detail::WideNumber most = std::numeric_limits<Result>::max();
  const detail::WideNumber number = x;
  if (number >= least && number <= most) return static_cast<Result>(x);
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_divide(X x, Y y, bool& fits) {
  using Number = detail::Dividing<X, Y>;
  if (y != 0) return checked_as<Result>(static_cast<Number>(x) / static_cast<Number>(y), fits);
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_modulo(X x, Y y, bool& fits) {
  using Number = detail::Dividing<X, Y>;
  if (y != 0) return checked_as<Result>(static_cast<Number>(x) % static_cast<Number>(y), fits);
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_ceil_div(X x, Y y, bool& fits) {
  using Number = detail::Dividing<X, Y>;
  if (y != 0)
    return checked_as<Result>(detail::quotient_up(static_cast<Number>(x), static_cast<Number>(y)),
                              fits);
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_align_up(X x, Y unit, bool& fits) {
  using Number = detail::Dividing<X, Y>;
  if constexpr (std::is_same_v<Number, std::uint64_t>) {
    std::uint64_t result = 0;
    if (unit != 0 && add(x, padding_to(x, unit), result)) return result;
  } else if (unit != 0) {
    const Number multiple = static_cast<Number>(unit);
    return checked_as<Result>(detail::quotient_up<Number>(x, multiple) * multiple, fits);
  }
  fits = false;
  return 0;
}

template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_shift_left(X x, Y y, bool& fits) {
  const auto number = static_cast<std::uint64_t>(x);
  const auto distance = static_cast<std::uint64_t>(y);
  if (number == 0) return 0;
  if (distance < 64 && number << distance >> distance == number) return number << distance;
  fits = false;
  return 0;
}
/// Shifted by 64 bits or more, a number is 0.
[[nodiscard]] constexpr std::uint64_t shifted_right(std::uint64_t x, std::uint64_t distance) {
  return distance < 64 ? x >> distance : 0;
}

/// The least and the greatest of two numbers of any signs.
template <class Result, class X, class Y>
[[nodiscard]] constexpr Result min_of(X x, Y y) {
  return std::cmp_less(y, x) ? static_cast<Result>(y) : static_cast<Result>(x);
}
template <class Result, class X, class Y>
[[nodiscard]] constexpr Result max_of(X x, Y y) {
  return std::cmp_less(x, y) ? static_cast<Result>(y) : static_cast<Result>(x);
}

}  // namespace schemac::impl
