// What a whole number can be: the interval that the compiler proved for an expression.
//
// Numbers of files are u64 or i64, so intervals are kept in 128 bits: sums and products of two of
// them are exact here, and an operation whose interval fits into 64 bits needs no check in
// generated code.
#pragma once

#include <cstdint>
#include <string>

namespace schemac::model {

__extension__ typedef __int128
    Int128;  // NOLINT(modernize-use-using): `using` can't take __extension__

inline constexpr Int128 max_u64 = ~std::uint64_t{0};
inline constexpr Int128 max_i64 = INT64_MAX;
inline constexpr Int128 min_i64 = INT64_MIN;
/// No file has more bytes, and nothing in it more elements or a greater size.
inline constexpr Int128 most_of_any_file = Int128{1} << 60;

struct Range {
  Int128 min = 0;
  Int128 max = 0;

  [[nodiscard]] bool contains(Int128 value) const { return min <= value && value <= max; }
  [[nodiscard]] bool fits_u64() const { return min >= 0 && max <= max_u64; }
  [[nodiscard]] bool fits_i64() const { return min >= min_i64 && max <= max_i64; }
  bool operator==(const Range&) const = default;
};

[[nodiscard]] std::string to_text(Int128 value);

}  // namespace schemac::model
