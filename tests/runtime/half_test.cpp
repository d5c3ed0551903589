// Short floating-point numbers against the tables of IEEE 754 and of the formats' own definitions:
// sign, exponent and mantissa read off by hand.
#include "schemac/core/half.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace {

using schemac::BFloat16;
using schemac::Float8;
using schemac::Half;

struct NumberRow {
  std::string name;
  std::uint32_t bits;
  double value;
};

// Numbers that are exact in both directions.
const NumberRow half_rows[] = {
    {"zero", 0x0000, 0.0},
    {"one", 0x3c00, 1.0},
    {"the number after one", 0x3c01, 1.0009765625},
    {"minus two", 0xc000, -2.0},
    {"a third, rounded", 0x3555, 0.333251953125},
    {"greatest", 0x7bff, 65504.0},
    {"least", 0xfbff, -65504.0},
    {"smallest normal", 0x0400, 0.00006103515625},
    {"greatest subnormal", 0x03ff, 0.000060975551605224609375},
    {"smallest subnormal", 0x0001, 0.000000059604644775390625},
};
const NumberRow bfloat_rows[] = {
    {"zero", 0x0000, 0.0},
    {"one", 0x3f80, 1.0},
    {"minus two", 0xc000, -2.0},
    {"pi, rounded", 0x4049, 3.140625},
    {"greatest", 0x7f7f, 338953138925153547590470800371487866880.0},
    {"smallest normal", 0x0080, 1.1754943508222875e-38},
    {"smallest subnormal", 0x0001, 9.183549615799121e-41},
};
const NumberRow float8_rows[] = {
    {"zero", 0x00, 0.0},
    {"one", 0x3c, 1.0},
    {"minus two", 0xc0, -2.0},
    {"one and a quarter", 0x3d, 1.25},
    {"greatest", 0x7b, 57344.0},
    {"smallest normal", 0x04, 0.00006103515625},
    {"smallest subnormal", 0x01, 0.0000152587890625},
};

// Numbers between two others: to the nearest, ties to the even one.
const NumberRow half_rounding[] = {
    {"half way to the number after one", 0x3c00, 1.00048828125},
    {"half way between the first and second after one", 0x3c02, 1.00146484375},
    {"a little more than half way", 0x3c01, 1.000488400459289551},
    {"below half of the smallest", 0x0000, 0.000000029},
    {"half of the smallest", 0x0000, 0.0000000298023223876953125},
    {"one and a half of the smallest", 0x0002, 0.0000000894069671630859375},
    {"a tenth", 0x2e66, 0.1},
    {"just below overflow", 0x7bff, 65519.99609375},
    {"half way to the number after the greatest", 0x7c00, 65520.0},
    {"far beyond", 0x7c00, 1e30},
    {"carries into the smallest normal", 0x0400, 0.0000610053539276123046875},
};
const NumberRow bfloat_rounding[] = {
    {"half way to the number after one", 0x3f80, 1.00390625},
    {"half way between the first and second", 0x3f82, 1.01171875},
    {"a tenth", 0x3dcd, 0.1},
    {"greatest float", 0x7f80, 3.4028234663852886e38},
};
const NumberRow float8_rounding[] = {
    {"half way to one and a quarter", 0x3c, 1.125},
    {"half way between one and a quarter and one and a half", 0x3e, 1.375},
    {"half way beyond the greatest", 0x7c, 61440.0},
    {"a tenth", 0x2e, 0.1},
    {"half of the smallest", 0x00, 0.00000762939453125},
};

template <class Float, class Rows>
void check_both_ways(const Rows& rows) {
  for (const NumberRow& row : rows) {
    INFO(row.name);
    const auto number = Float::from_bits(static_cast<decltype(Float::bits)>(row.bits));
    CHECK(static_cast<double>(static_cast<float>(number)) == row.value);
    CHECK(Float(static_cast<float>(row.value)).bits == row.bits);
  }
}
template <class Float, class Rows>
void check_rounding(const Rows& rows) {
  for (const NumberRow& row : rows) {
    INFO(row.name);
    CHECK(Float(static_cast<float>(row.value)).bits == row.bits);
  }
}

TEST_CASE("short floats are exact where they can be") {
  check_both_ways<Half>(half_rows);
  check_both_ways<BFloat16>(bfloat_rows);
  check_both_ways<Float8>(float8_rows);
}

TEST_CASE("short floats round to nearest, ties to even") {
  check_rounding<Half>(half_rounding);
  check_rounding<BFloat16>(bfloat_rounding);
  check_rounding<Float8>(float8_rounding);
}

TEST_CASE("short floats keep signs, infinities and NaNs") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(Half(infinity).bits == 0x7c00);
  CHECK(Half(-infinity).bits == 0xfc00);
  CHECK(Half(-0.0f).bits == 0x8000);
  CHECK(std::signbit(static_cast<float>(Half::from_bits(0x8000))));
  CHECK(BFloat16(infinity).bits == 0x7f80);
  CHECK(Float8(-infinity).bits == 0xfc);
  CHECK(std::isinf(static_cast<float>(Float8::from_bits(0x7c))));
  CHECK(std::isnan(static_cast<float>(Half::from_bits(0x7e00))));
  CHECK(std::isnan(static_cast<float>(Half::from_bits(0x7c01))));
  CHECK(std::isnan(static_cast<float>(BFloat16::from_bits(0x7fc0))));
  CHECK(std::isnan(static_cast<float>(Float8::from_bits(0x7f))));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(static_cast<float>(Half(nan))));
  CHECK(std::isnan(static_cast<float>(BFloat16(nan))));
  CHECK(std::isnan(static_cast<float>(Float8(nan))));
}

TEST_CASE("every bit pattern of a short float survives the way through float") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = Half::from_bits(static_cast<std::uint16_t>(bits));
    const auto bfloat = BFloat16::from_bits(static_cast<std::uint16_t>(bits));
    const float from_half = static_cast<float>(half);
    const float from_bfloat = static_cast<float>(bfloat);
    if (!std::isnan(from_half) && Half(from_half).bits != bits) FAIL("half " << bits);
    if (!std::isnan(from_bfloat) && BFloat16(from_bfloat).bits != bits) FAIL("bfloat " << bits);
  }
  for (std::uint32_t bits = 0; bits < 0x100; ++bits) {
    const float number = static_cast<float>(Float8::from_bits(static_cast<std::uint8_t>(bits)));
    if (!std::isnan(number) && Float8(number).bits != bits) FAIL("float8 " << bits);
  }
}

}  // namespace
