// Single numbers of any element type, without a C++ type of their own: loads, stores, ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/range.h"
#include "model/range_arithmetic.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"

namespace schemac::direct {

using model::Int128;
using model::is_real;  // its numbers are kept as bits

[[nodiscard]] bool is_signed(Dtype dtype);
/// Less than a byte an element.
[[nodiscard]] bool is_packed(Dtype dtype);
/// Whole numbers that a scalar of this type holds; bits for floating-point types.
[[nodiscard]] model::Range range_of(Dtype dtype);

/// The scalar at `at`: a whole number, or the bits of a floating-point one. Not for complex or
/// packed types.
[[nodiscard]] Int128 load_number(Dtype dtype, Endian endian, const std::byte* at);
/// The inverse; the value must be in range.
void store_number(Dtype dtype, Endian endian, Int128 value, std::byte* at);
/// Element `index` of packed elements, lowest bits first.
[[nodiscard]] Int128 load_packed(Dtype dtype, const std::byte* begin, std::uint64_t index);
/// The inverse, into bits that are 0; false if the value has no such bits.
[[nodiscard]] bool store_packed(Dtype dtype, Int128 value, std::byte* begin, std::uint64_t index);

/// Bytes that packed elements of these dims take, 0 where a dim is 0; none if they are too many.
[[nodiscard]] std::optional<std::uint64_t> size_of_elements(Dtype dtype,
                                                            const std::vector<std::uint64_t>& dims);

/// The number that the bits stand for.
[[nodiscard]] double to_double(Dtype dtype, std::uint64_t bits);
/// The bits nearest to a number; a double's own precision is rounded once, to even.
[[nodiscard]] std::uint64_t from_double(Dtype dtype, double value);

/// A 64-bit fact of a sentence: signed numbers wrap, {a:i} shows them again.
[[nodiscard]] std::uint64_t fact_of(Int128 value);
/// `value` as a size or an offset: below 0 it is 0, beyond 64 bits the largest.
[[nodiscard]] std::uint64_t saturated(Int128 value);

}  // namespace schemac::direct
