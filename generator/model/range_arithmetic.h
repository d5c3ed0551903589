// Arithmetic on intervals: what an operation can give, knowing what its operands can be. Bounds
// saturate at the limits of 128 bits, far outside of what a file can state, so that an interval is
// never too small.
#pragma once

#include <algorithm>

#include "model/range.h"
#include "schemac/core/dtype.h"

namespace schemac::model {

/// Everything that a file or a size in it can be.
inline constexpr Range any_number{min_i64, max_u64};
/// What lengths, sizes and offsets can be.
inline constexpr Range any_size{0, max_u64};
inline constexpr Range truth{0, 1};

/// Values of a whole-number type; bool8 gives 0..1, a real type `any_number`.
[[nodiscard]] Range range_of(Dtype dtype);
/// The same of a number that has so few bits, if not 0.
[[nodiscard]] Range range_of(Dtype dtype, std::uint32_t bits);
/// Of a scalar of the model or of the plan.
template <class Scalar>
requires requires(const Scalar& scalar) { scalar.bits; }
[[nodiscard]] Range range_of(const Scalar& scalar) {
  const Range range = range_of(scalar.dtype, scalar.bits);
  if constexpr (requires { scalar.numeral; })
    if (scalar.numeral) return {range.min, std::min(range.max, Int128{scalar.numeral->most()})};
  return range;
}
[[nodiscard]] bool is_whole(Dtype dtype);
/// A real number that isn't complex.
[[nodiscard]] bool is_real(Dtype dtype);

[[nodiscard]] Range constant(Int128 value);
[[nodiscard]] Range hull(const Range& a, const Range& b);
/// The common part; `a` if there is none.
[[nodiscard]] Range narrow(const Range& a, const Range& b);
[[nodiscard]] Range add(const Range& a, const Range& b);
[[nodiscard]] Range subtract(const Range& a, const Range& b);
[[nodiscard]] Range multiply(const Range& a, const Range& b);
/// Towards zero; a divisor of 0 fails when it is met and gives nothing.
[[nodiscard]] Range divide(const Range& a, const Range& b);
/// Rounded up; likewise.
[[nodiscard]] Range ceil_div(const Range& a, const Range& b);
/// The next multiple of a number of `b`: a number of `a` or one above it.
[[nodiscard]] Range align_up(const Range& a, const Range& b);
[[nodiscard]] Range modulo(const Range& a, const Range& b);
[[nodiscard]] Range negate(const Range& a);
/// Of the smaller one of two numbers, and of the greater one.
[[nodiscard]] Range minimum(const Range& a, const Range& b);
[[nodiscard]] Range maximum(const Range& a, const Range& b);
/// Of numbers that aren't below 0, as all that follow.
[[nodiscard]] Range bit_and(const Range& a, const Range& b);
[[nodiscard]] Range bit_or(const Range& a, const Range& b);
[[nodiscard]] Range bit_xor(const Range& a, const Range& b);
[[nodiscard]] Range shift_left(const Range& a, const Range& b);
/// A number that is shifted by 64 bits or more is 0.
[[nodiscard]] Range shift_right(const Range& a, const Range& b);

/// "0 to 255", "7".
[[nodiscard]] std::string to_text(const Range& range);

}  // namespace schemac::model
