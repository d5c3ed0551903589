#include "direct/number.h"

#include <bit>
#include <cmath>

#include "schemac/base/array_size.h"
#include "schemac/base/checked.h"
#include "schemac/base/lists.h"
#include "schemac/base/load.h"
#include "schemac/core/ndarray.h"

namespace schemac::direct {
namespace {

// How a floating-point type of at most 16 bits divides its bits.
struct FloatFormat {
  int exponent_bits;
  int fraction_bits;
};

FloatFormat format_of(Dtype dtype) {
  if (dtype == Dtype::f16) return {5, 10};
  if (dtype == Dtype::bf16) return {8, 7};
  return {5, 2};  // f8e5m2
}

double small_to_double(FloatFormat format, std::uint64_t bits) {
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const int most = (1 << format.exponent_bits) - 1;
  const int exponent = static_cast<int>(bits >> format.fraction_bits) & most;
  const bool is_negative = ((bits >> (format.fraction_bits + format.exponent_bits)) & 1) != 0;
  const int bias = most / 2;
  double value = 0;
  if (exponent == most) {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<double>(fraction), 1 - bias - format.fraction_bits);
  } else {
    const auto whole = fraction | (std::uint64_t{1} << format.fraction_bits);
    value = std::ldexp(static_cast<double>(whole), exponent - bias - format.fraction_bits);
  }
  return is_negative ? -value : value;
}

std::uint64_t small_from_double(FloatFormat format, double value) {
  const std::uint64_t sign =
      std::signbit(value) ? std::uint64_t{1} << (format.fraction_bits + format.exponent_bits) : 0;
  const int most = (1 << format.exponent_bits) - 1;
  const std::uint64_t infinity = static_cast<std::uint64_t>(most) << format.fraction_bits;
  if (std::isnan(value)) return sign | infinity | (std::uint64_t{1} << (format.fraction_bits - 1));
  if (std::isinf(value)) return sign | infinity;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  const int bias = most / 2;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  exponent = std::max(exponent - 1, 1 - bias);
  // The fraction with its leading bit, rounded to even by the current mode; a carry moves into the
  // exponent by itself.
  const double scaled = std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent));
  const auto fraction = static_cast<std::uint64_t>(scaled);
  const std::uint64_t implied = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t bits = fraction < implied ? fraction
                                                : fraction - implied +
                                                      (static_cast<std::uint64_t>(exponent + bias)
                                                       << format.fraction_bits);
  return sign | std::min(bits, infinity);
}

}  // namespace

bool is_signed(Dtype dtype) {
  return dtype == Dtype::i8 || dtype == Dtype::i16 || dtype == Dtype::i32 || dtype == Dtype::i64 ||
         dtype == Dtype::i4 || dtype == Dtype::i2 || dtype == Dtype::i1 || dtype == Dtype::t2 ||
         dtype == Dtype::t1;
}

bool is_packed(Dtype dtype) { return bit_count(dtype) < 8; }

model::Range range_of(Dtype dtype) {
  const Int128 span = Int128{1} << std::min<std::uint32_t>(bit_count(dtype), 64);
  if (dtype == Dtype::bool8) return {0, 1};
  if (dtype == Dtype::t1) return {-1, 1};  // but never 0
  return is_signed(dtype) ? model::Range{-span / 2, span / 2 - 1} : model::Range{0, span - 1};
}

Load load_of(Dtype dtype, Endian endian) {
  const bool has_sign = is_signed(dtype), is_big = endian == Endian::big;
  const auto choose = [](Load first, unsigned after) {
    return static_cast<Load>(static_cast<unsigned>(first) + after);
  };
  switch (bit_count(dtype)) {
    case 8:
      return has_sign ? Load::i8 : Load::u8;
    case 16:
      return choose(Load::u16_little, (has_sign ? 2 : 0) + (is_big ? 1 : 0));
    case 32:
      return choose(Load::u32_little, (has_sign ? 2 : 0) + (is_big ? 1 : 0));
    default:
      return is_big ? Load::word_big : Load::word_little;
  }
}

Int128 load_number(Dtype dtype, Endian endian, const std::byte* at) {
  const std::uint64_t bits = load_bits(load_of(dtype, endian), at);
  return is_signed(dtype) ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
}

std::uint64_t load_bits(const BitsAt& bits, const std::byte* at) {
  std::uint64_t word = 0;
  for (std::uint32_t i = 0; i < bits.bytes; ++i)
    word = word << 8 | std::to_integer<std::uint64_t>(at[bits.is_big ? i : bits.bytes - 1 - i]);
  const std::uint64_t above = word << (64 - bits.shift - bits.width);
  const unsigned down = 64 - bits.width;
  return bits.is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(above) >> down)
                        : above >> down;
}

void store_number(Dtype dtype, Endian endian, Int128 value, std::byte* at) {
  store_number(std::size_t{bit_count(dtype) / 8}, endian, value, at);
}

void store_number(std::size_t size, Endian endian, Int128 value, std::byte* at) {
  const auto word = static_cast<std::uint64_t>(value);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t shift = endian == Endian::little ? i : size - 1 - i;
    at[i] = static_cast<std::byte>((word >> (8 * shift)) & 0xff);
  }
}

Int128 load_packed(Dtype dtype, const std::byte* begin, std::uint64_t index) {
  const std::uint64_t bits = bit_count(dtype);
  const std::uint64_t each = 8 / bits;
  const auto byte = std::to_integer<std::uint64_t>(begin[index / each]);
  const auto value =
      static_cast<std::int64_t>((byte >> (bits * (index % each))) & ((1u << bits) - 1));
  if (dtype == Dtype::t1) return value != 0 ? 1 : -1;
  const bool is_negative = is_signed(dtype) && (value >> (bits - 1)) != 0;
  return is_negative ? Int128{value} - (Int128{1} << bits) : Int128{value};
}

bool store_packed(Dtype dtype, Int128 value, std::byte* begin, std::uint64_t index) {
  const std::uint64_t bits = bit_count(dtype);
  const std::uint64_t each = 8 / bits;
  const bool has_bits = dtype != Dtype::t1 || value != 0;
  if (!range_of(dtype).contains(value) || !has_bits) return false;
  const Int128 stored = dtype == Dtype::t1 ? (value + 1) / 2 : value;
  const auto word = static_cast<std::uint64_t>(stored) & ((1u << bits) - 1);
  begin[index / each] |= static_cast<std::byte>(word << (bits * (index % each)));
  return true;
}

std::optional<std::uint64_t> size_of_elements(Dtype dtype, const std::vector<std::uint64_t>& dims) {
  std::uint64_t count = 1;
  std::uint64_t size = 0;
  if (!impl::product(DimList(impl::list_in_memory(dims)), count)) return std::nullopt;
  if (!impl::packed_size(count, bit_count(dtype), size)) return std::nullopt;
  return size;
}

double to_double(Dtype dtype, std::uint64_t bits) {
  if (dtype == Dtype::f64) return std::bit_cast<double>(bits);
  if (dtype == Dtype::f32) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  return small_to_double(format_of(dtype), bits);
}

std::uint64_t from_double(Dtype dtype, double value) {
  if (dtype == Dtype::f64) return std::bit_cast<std::uint64_t>(value);
  if (dtype == Dtype::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return small_from_double(format_of(dtype), value);
}

std::uint64_t fact_of(Int128 value) { return static_cast<std::uint64_t>(value); }

std::uint64_t saturated(Int128 value) {
  if (value < 0) return 0;
  return value > model::max_u64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(value);
}

}  // namespace schemac::direct
