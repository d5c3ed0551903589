// Single numbers of any element type, without a C++ type of their own: loads, stores, ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/range.h"
#include "model/range_arithmetic.h"
#include "schemac/base/load.h"
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

/// How a scalar of whole bytes is loaded, in one step.
enum class Load : std::uint8_t {
  u8,
  i8,
  u16_little,
  u16_big,
  i16_little,
  i16_big,
  u32_little,
  u32_big,
  i32_little,
  i32_big,
  word_little,  ///< 64 bits, whatever their sign
  word_big,
};
[[nodiscard]] Load load_of(Dtype dtype, Endian endian);
/// The bits of a number, with its sign.
[[nodiscard]] inline std::uint64_t load_bits(Load load, const std::byte* at) {
  constexpr Endian little = Endian::little, big = Endian::big;
  const auto extended = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  switch (load) {
    case Load::u8:
      return impl::load<std::uint8_t>(at);
    case Load::i8:
      return extended(impl::load<std::int8_t>(at));
    case Load::u16_little:
      return impl::load<std::uint16_t, little>(at);
    case Load::u16_big:
      return impl::load<std::uint16_t, big>(at);
    case Load::i16_little:
      return extended(impl::load<std::int16_t, little>(at));
    case Load::i16_big:
      return extended(impl::load<std::int16_t, big>(at));
    case Load::u32_little:
      return impl::load<std::uint32_t, little>(at);
    case Load::u32_big:
      return impl::load<std::uint32_t, big>(at);
    case Load::i32_little:
      return extended(impl::load<std::int32_t, little>(at));
    case Load::i32_big:
      return extended(impl::load<std::int32_t, big>(at));
    case Load::word_little:
      return impl::load<std::uint64_t, little>(at);
    case Load::word_big:
      break;
  }
  return impl::load<std::uint64_t, big>(at);
}

/// A number that is some bits of the number that some bytes are.
struct BitsAt {
  std::uint32_t bytes = 0, shift = 0, width = 0;
  bool is_big = false, is_signed = false;
};
/// Its bits, with its sign.
[[nodiscard]] std::uint64_t load_bits(const BitsAt& bits, const std::byte* at);

/// The scalar at `at`: a whole number, or the bits of a floating-point one. Not for complex or
/// packed types.
[[nodiscard]] Int128 load_number(Dtype dtype, Endian endian, const std::byte* at);
/// The inverse; the value must be in range.
void store_number(Dtype dtype, Endian endian, Int128 value, std::byte* at);
/// The same of a number of so many bytes.
void store_number(std::size_t size, Endian endian, Int128 value, std::byte* at);
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
