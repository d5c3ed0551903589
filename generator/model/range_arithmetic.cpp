#include "model/range_arithmetic.h"

#include <algorithm>
#include <array>

namespace schemac::model {

namespace {

constexpr Int128 top = (((static_cast<Int128>(1) << 126) - 1) << 1) + 1;
constexpr Int128 bottom = -top;

Int128 saturated_add(Int128 a, Int128 b) {
  Int128 sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return std::max(sum, bottom);
  return a > 0 ? top : bottom;
}

Int128 saturated_multiply(Int128 a, Int128 b) {
  Int128 product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return std::max(product, bottom);
  return (a > 0) == (b > 0) ? top : bottom;
}

template <class Operation>
Range of_corners(const Range& a, const Range& b, Operation operation) {
  const std::array corners = {operation(a.min, b.min), operation(a.min, b.max),
                              operation(a.max, b.min), operation(a.max, b.max)};
  const auto [least, most] = std::minmax_element(corners.begin(), corners.end());
  return {*least, *most};
}

// The divisors next to zero give the extremes; zero itself has no result.
template <class Operation>
Range quotients(const Range& a, const Range& b, Operation quotient) {
  if (b.min > 0 || b.max < 0) return of_corners(a, b, quotient);
  if (b.min == 0 && b.max > 0) return of_corners(a, {1, b.max}, quotient);
  if (b.max == 0 && b.min < 0) return of_corners(a, {b.min, -1}, quotient);
  return hull(a, negate(a));
}

bool is_one(const Range& range) { return range.min == range.max; }

// The greatest number of no more bits.
Int128 all_bits_of(Int128 number) {
  Int128 all = 0;
  while (all < number) all = 2 * all + 1;
  return all;
}

Int128 shifted_left(Int128 number, Int128 distance) {
  if (number == 0) return 0;
  return distance > 126 ? top : saturated_multiply(number, Int128{1} << distance);
}

Int128 shifted_right(Int128 number, Int128 distance) {
  return distance > 126 ? 0 : number >> distance;
}

}  // namespace

std::string to_text(Int128 value) {
  if (value == 0) return "0";
  const bool is_negative = value < 0;
  std::string digits;
  for (; value != 0; value /= 10) {
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (is_negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

std::string to_text(const Range& range) {
  if (range.min == range.max) return to_text(range.min);
  return to_text(range.min) + " to " + to_text(range.max);
}

bool is_real(Dtype dtype) {
  return dtype == Dtype::f16 || dtype == Dtype::bf16 || dtype == Dtype::f32 ||
         dtype == Dtype::f64 || dtype == Dtype::f8e5m2;
}

bool is_whole(Dtype dtype) {
  switch (dtype) {
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      return true;
    case Dtype::f16:
    case Dtype::bf16:
    case Dtype::f32:
    case Dtype::f64:
    case Dtype::f8e5m2:
    case Dtype::c64:
    case Dtype::c128:
    case Dtype::bool8:
      return false;
  }
  return false;
}

Range range_of(Dtype dtype, std::uint32_t bits) {
  const Range all = range_of(dtype);
  if (bits == 0) return all;
  const Int128 span = Int128{1} << bits;
  return all.min < 0 ? Range{-span / 2, span / 2 - 1} : Range{0, span - 1};
}

Range range_of(Dtype dtype) {
  const Int128 one = 1;
  const auto bits = static_cast<int>(bit_count(dtype));
  switch (dtype) {
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
      return {0, (one << bits) - 1};
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
      return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
    case Dtype::t1:
      return {-1, 1};
    case Dtype::bool8:
      return truth;
    case Dtype::f16:
    case Dtype::bf16:
    case Dtype::f32:
    case Dtype::f64:
    case Dtype::f8e5m2:
    case Dtype::c64:
    case Dtype::c128:
      return any_number;
  }
  return any_number;
}

Range constant(Int128 value) { return {value, value}; }

Range hull(const Range& a, const Range& b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

Range narrow(const Range& a, const Range& b) {
  const Range common{std::max(a.min, b.min), std::min(a.max, b.max)};
  return common.min <= common.max ? common : a;
}

Range add(const Range& a, const Range& b) {
  return {saturated_add(a.min, b.min), saturated_add(a.max, b.max)};
}

Range subtract(const Range& a, const Range& b) { return add(a, negate(b)); }

Range multiply(const Range& a, const Range& b) { return of_corners(a, b, saturated_multiply); }

Range divide(const Range& a, const Range& b) {
  return quotients(a, b, [](Int128 x, Int128 y) { return x / y; });
}

Range modulo(const Range& a, const Range& b) {
  const Int128 largest = std::max(b.max, -b.min) - 1;
  if (largest < 0) return a;  // modulo 0: has no result
  const Int128 most = a.max > 0 ? std::min(a.max, largest) : 0;
  const Int128 least = a.min < 0 ? std::max(a.min, -largest) : 0;
  return {least, most};
}

Range ceil_div(const Range& a, const Range& b) {
  return quotients(
      a, b, [](Int128 x, Int128 y) { return x / y + (x % y != 0 && (x < 0) == (y < 0) ? 1 : 0); });
}

Range align_up(const Range& a, const Range& b) {
  // A multiple of a number below 0 is the next one below.
  const Int128 below = b.min < 0 ? -saturated_add(-b.min, -1) : 0;
  const Int128 above = b.max > 0 ? b.max - 1 : 0;
  return {saturated_add(a.min, below), saturated_add(a.max, above)};
}

Range negate(const Range& a) { return {-a.max, -a.min}; }

Range minimum(const Range& a, const Range& b) {
  return {std::min(a.min, b.min), std::min(a.max, b.max)};
}

Range maximum(const Range& a, const Range& b) {
  return {std::max(a.min, b.min), std::max(a.max, b.max)};
}

Range bit_and(const Range& a, const Range& b) {
  if (is_one(a) && is_one(b)) return constant(a.min & b.min);
  return {0, std::min(a.max, b.max)};
}

Range bit_or(const Range& a, const Range& b) {
  if (is_one(a) && is_one(b)) return constant(a.min | b.min);
  return {std::max(a.min, b.min), all_bits_of(std::max(a.max, b.max))};
}

Range bit_xor(const Range& a, const Range& b) {
  if (is_one(a) && is_one(b)) return constant(a.min ^ b.min);
  return {0, all_bits_of(std::max(a.max, b.max))};
}

Range shift_left(const Range& a, const Range& b) {
  return {shifted_left(a.min, b.min), shifted_left(a.max, b.max)};
}

Range shift_right(const Range& a, const Range& b) {
  return {shifted_right(a.min, b.max), shifted_right(a.max, b.min)};
}

}  // namespace schemac::model
