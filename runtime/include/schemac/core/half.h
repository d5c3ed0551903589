// Short floating-point numbers: f16, bf16 and f8e5m2, kept as their bits.
//
// C++20 has no type for them. Each is a number of bits with exact conversion to float and rounding
// conversion from it (to nearest, ties to even, as IEEE 754 demands); arithmetic is done in float.
// Equality is that of the bits, so a value that was read and written compares equal even if it is
// not a number.
//
//   Half      s eeeee mmmmmmmmmm
//   BFloat16  s eeeeeeee mmmmmmm   the upper half of a float
//   Float8    s eeeee mm           the upper half of an f16
#pragma once

#include <bit>
#include <cstdint>

namespace schemac::impl {

namespace detail {

/// The upper `32 - dropped` bits of a float's, rounded to nearest, ties to even.
constexpr std::uint32_t round_off(std::uint32_t bits, unsigned dropped) {
  const std::uint32_t half = std::uint32_t{1} << (dropped - 1);
  const std::uint32_t is_odd = (bits >> dropped) & 1;
  return (bits + half - 1 + is_odd) >> dropped;
}

/// A float with 5 bits of exponent and `mantissa` bits of mantissa (10: f16, 2: f8e5m2) from its
/// bits without sign.
constexpr float from_small_float(std::uint32_t magnitude, unsigned mantissa) {
  const std::uint32_t exponent = magnitude >> mantissa;
  const std::uint32_t fraction = magnitude & ((1u << mantissa) - 1);
  if (exponent == 31) return std::bit_cast<float>(0x7f800000u | fraction << (23 - mantissa));
  if (exponent != 0)
    return std::bit_cast<float>(((exponent + 112) << 23) | fraction << (23 - mantissa));
  // Subnormal: a multiple of 2^-(14 + mantissa), which is exact in a float.
  return static_cast<float>(fraction) * std::bit_cast<float>((127u - 14 - mantissa) << 23);
}

/// The inverse; `magnitude` are the bits of a float without its sign.
constexpr std::uint32_t to_small_float(std::uint32_t magnitude, unsigned mantissa) {
  const std::uint32_t infinity = 31u << mantissa;
  if (magnitude > 0x7f800000u) {  // not a number: keep what fits of its payload, and keep it one
    const std::uint32_t payload = (magnitude >> (23 - mantissa)) & ((1u << mantissa) - 1);
    return infinity | (payload != 0 ? payload : 1u << (mantissa - 1));
  }
  if (magnitude >= 143u << 23) return infinity;  // 2^16 and above
  if (magnitude >= 113u << 23)
    return round_off(magnitude - (112u << 23), 23 - mantissa);  // carries into infinity
  // Subnormal or zero: count multiples of 2^-(14 + mantissa).
  const std::uint32_t exponent = magnitude >> 23;
  const unsigned dropped = 136 - mantissa - exponent;
  if (exponent == 0 || dropped > 24) return 0;
  return round_off((magnitude & 0x7fffffu) | 0x800000u, dropped);
}

/// A float from which rounding to a shorter type gives what rounding the double at once would give:
/// of the two floats around it the one whose last bit is set, unless it is a float itself.
constexpr float to_odd(double value) {
  const auto nearest = static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  const double back = nearest;
  if (!(back < value || back > value) || (bits & 1) != 0) return nearest;
  const bool is_beyond = (back > value) == (value > 0);
  return std::bit_cast<float>(is_beyond ? bits - 1 : bits + 1);
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// IEEE 754 half precision.
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  explicit constexpr Half(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    bits = static_cast<std::uint16_t>(all >> 31 << 15 |
                                      impl::detail::to_small_float(all & 0x7fffffffu, 10));
  }
  /// The nearest to a double, rounded once.
  [[nodiscard]] static constexpr Half nearest(double value) {
    return Half(impl::detail::to_odd(value));
  }
  [[nodiscard]] static constexpr Half from_bits(std::uint16_t bits) {
    Half result;
    result.bits = bits;
    return result;
  }
  explicit constexpr operator float() const {
    const float magnitude = impl::detail::from_small_float(bits & 0x7fffu, 10);
    return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
  }
  bool operator==(const Half&) const = default;
};

/// The upper half of a float: its range with 8 bits of precision.
struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  explicit constexpr BFloat16(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    const bool is_nan = (all & 0x7fffffffu) > 0x7f800000u;
    // A payload in the lower half alone would round to infinity.
    bits =
        static_cast<std::uint16_t>(is_nan ? (all >> 16) | 0x40u : impl::detail::round_off(all, 16));
  }
  /// The nearest to a double, rounded once.
  [[nodiscard]] static constexpr BFloat16 nearest(double value) {
    return BFloat16(impl::detail::to_odd(value));
  }
  [[nodiscard]] static constexpr BFloat16 from_bits(std::uint16_t bits) {
    BFloat16 result;
    result.bits = bits;
    return result;
  }
  explicit constexpr operator float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  bool operator==(const BFloat16&) const = default;
};

/// Eight bits: f16's exponent with 2 bits of mantissa.
struct Float8 {
  std::uint8_t bits = 0;

  Float8() = default;
  explicit constexpr Float8(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    bits = static_cast<std::uint8_t>(all >> 31 << 7 |
                                     impl::detail::to_small_float(all & 0x7fffffffu, 2));
  }
  /// The nearest to a double, rounded once.
  [[nodiscard]] static constexpr Float8 nearest(double value) {
    return Float8(impl::detail::to_odd(value));
  }
  [[nodiscard]] static constexpr Float8 from_bits(std::uint8_t bits) {
    Float8 result;
    result.bits = bits;
    return result;
  }
  explicit constexpr operator float() const {
    const float magnitude = impl::detail::from_small_float(bits & 0x7fu, 2);
    return (bits & 0x80u) != 0 ? -magnitude : magnitude;
  }
  bool operator==(const Float8&) const = default;
};

}  // namespace schemac
