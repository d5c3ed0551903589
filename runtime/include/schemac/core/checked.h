// Arithmetic on numbers that come from a file. Nothing else in schemac adds or multiplies them.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace schemac {

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
/// Divisions of numbers of one sign; of others `x` and `y` fit 63 bits.
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_divide(X x, Y y, bool& fits) {
  const bool is_beyond =
      std::is_signed_v<X> && x == std::numeric_limits<X>::min() && y == static_cast<Y>(-1);
  if (y != 0 && !is_beyond) return static_cast<Result>(x) / static_cast<Result>(y);
  fits = false;
  return 0;
}
template <class Result, class X, class Y>
[[nodiscard]] inline Result checked_modulo(X x, Y y, bool& fits) {
  const bool is_beyond =
      std::is_signed_v<X> && x == std::numeric_limits<X>::min() && y == static_cast<Y>(-1);
  if (y != 0 && !is_beyond) return static_cast<Result>(x) % static_cast<Result>(y);
  fits = fits && y != 0;
  return 0;
}
[[nodiscard]] inline std::uint64_t checked_ceil_div(std::uint64_t x, std::uint64_t y, bool& fits) {
  if (y != 0) return ceil_div(x, y);
  fits = false;
  return 0;
}
[[nodiscard]] inline std::uint64_t checked_align_up(std::uint64_t x, std::uint64_t unit,
                                                    bool& fits) {
  std::uint64_t result = 0;
  if (unit != 0 && add(x, padding_to(x, unit), result)) return result;
  fits = false;
  return 0;
}

}  // namespace schemac
