// Single numbers: loads, stores and the floating-point types that C++ doesn't have.
#include "direct/number.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "direct/json/element_json.h"
#include "schemac/core/half.h"

using namespace schemac;
using namespace schemac::direct;

namespace {

struct RealRow {
  Dtype dtype;
  std::uint64_t bits;
  double value;
};

// Values from the tables of IEEE 754 binary16, of bfloat16 and of OCP FP8 E5M2.
constexpr double smallest_half = 1.0 / (1 << 24);
const RealRow real_rows[] = {{Dtype::f16, 0x3c00, 1.0},
                             {Dtype::f16, 0x3c01, 1.0009765625},
                             {Dtype::f16, 0xc000, -2.0},
                             {Dtype::f16, 0x7bff, 65504.0},
                             {Dtype::f16, 0x0001, smallest_half},
                             {Dtype::f16, 0x0400, smallest_half * 1024},
                             {Dtype::f16, 0x0000, 0.0},
                             {Dtype::bf16, 0x3f80, 1.0},
                             {Dtype::bf16, 0xc0a0, -5.0},
                             {Dtype::bf16, 0x4049, 3.140625},
                             {Dtype::f8e5m2, 0x3c, 1.0},
                             {Dtype::f8e5m2, 0x7b, 57344.0},
                             {Dtype::f8e5m2, 0x01, 1.0 / 65536},
                             {Dtype::f32, 0x3e200000, 0.15625},
                             {Dtype::f64, 0x3ff0000000000000, 1.0}};

}  // namespace

TEST_CASE("floating-point bits stand for their values, both ways") {
  for (const RealRow& row : real_rows) {
    INFO(name(row.dtype) << " " << row.value);
    CHECK(to_double(row.dtype, row.bits) == row.value);
    CHECK(from_double(row.dtype, row.value) == row.bits);
  }
}

TEST_CASE("every half comes back from the double that it is") {
  for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      const double value = to_double(dtype, bits);
      if (!std::isnan(value) && from_double(dtype, value) != bits) FAIL(name(dtype) << " " << bits);
    }
  }
}

TEST_CASE("doubles are rounded to the nearest half, ties to even") {
  CHECK(from_double(Dtype::f16, 1.0 + 1.0 / 2048) == 0x3c00);
  CHECK(from_double(Dtype::f16, 1.0 + 3.0 / 2048) == 0x3c02);
  CHECK(from_double(Dtype::f16, 65520.0) == 0x7c00);
  CHECK(from_double(Dtype::f16, 1e-9) == 0);
}

TEST_CASE("the runtime rounds doubles to short types as is done here, once") {
  CHECK(Half::nearest(1.0 + 1.0 / 2048 + 1e-12).bits == 0x3c01);  // a tie once it is a float
  std::uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around those that the types have; mantissas close to ties, too.
    const std::uint64_t mantissa =
        i % 2 == 0 ? state >> 12 : (state >> 60 << 41 | (state & 3)) + (1ull << 41) - 1;
    const std::uint64_t exponent = 1023 - 40 + state % 80;
    const auto value = std::bit_cast<double>((state & (1ull << 63)) | exponent << 52 |
                                             (mantissa & ((1ull << 52) - 1)));
    if (Half::nearest(value).bits != from_double(Dtype::f16, value)) FAIL("f16 " << value);
    if (BFloat16::nearest(value).bits != from_double(Dtype::bf16, value)) FAIL("bf16 " << value);
    if (Float8::nearest(value).bits != from_double(Dtype::f8e5m2, value)) FAIL("f8 " << value);
  }
  CHECK(Half::nearest(1e300).bits == 0x7c00);
  CHECK(Half::nearest(-1e-300).bits == 0x8000);
}

TEST_CASE("numbers keep sign and byte order") {
  std::byte bytes[8] = {};
  store_number(Dtype::i16, Endian::big, -2, bytes);
  CHECK(std::to_integer<int>(bytes[0]) == 0xff);
  CHECK(std::to_integer<int>(bytes[1]) == 0xfe);
  CHECK(load_number(Dtype::i16, Endian::big, bytes) == -2);
  CHECK(load_number(Dtype::u16, Endian::little, bytes) == 0xfeff);
  store_number(Dtype::u64, Endian::little, model::max_u64, bytes);
  CHECK(load_number(Dtype::u64, Endian::little, bytes) == model::max_u64);
  CHECK(load_number(Dtype::i64, Endian::little, bytes) == -1);
}

TEST_CASE("packed elements lie lowest bits first") {
  const std::byte bytes[] = {std::byte{0xe4}, std::byte{0x1f}};
  for (int i = 0; i < 4; ++i)
    CHECK(load_packed(Dtype::u2, bytes, static_cast<std::uint64_t>(i)) == i);
  CHECK(load_packed(Dtype::u4, bytes, 2) == 15);
  CHECK(load_packed(Dtype::i4, bytes, 2) == -1);
  CHECK(load_packed(Dtype::u1, bytes, 2) == 1);
  CHECK(load_packed(Dtype::u1, bytes, 3) == 0);
}

TEST_CASE("ternary elements are two's complement, or a sign alone") {
  std::byte bytes[] = {std::byte{0}};
  for (const int value : {1, 0, -1, -2}) {
    const auto index = static_cast<std::uint64_t>(1 - value);
    CHECK(store_packed(Dtype::t2, value, bytes, index));
    CHECK(load_packed(Dtype::t2, bytes, index) == value);
  }
  CHECK(std::to_integer<int>(bytes[0]) == 0xb1);
  CHECK_FALSE(store_packed(Dtype::t2, 2, bytes, 0));
  CHECK(load_packed(Dtype::t1, bytes, 0) == 1);
  CHECK(load_packed(Dtype::t1, bytes, 1) == -1);
  bytes[0] = {};
  CHECK(store_packed(Dtype::t1, -1, bytes, 0));
  CHECK(store_packed(Dtype::t1, 1, bytes, 1));
  CHECK_FALSE(store_packed(Dtype::t1, 0, bytes, 2));
  CHECK(std::to_integer<int>(bytes[0]) == 2);
}

TEST_CASE("JSON keeps what a number has no word for") {
  CHECK(real_json(Dtype::f32, 0x7fc00001) == "nan:7fc00001");
  CHECK(real_json(Dtype::f32, 0x7fc00000) == "nan");
  CHECK(real_json(Dtype::f64, 0xfff0000000000000) == "-inf");
  CHECK(real_bits(Dtype::f32, "nan:7fc00001") == 0x7fc00001u);
  CHECK(real_bits(Dtype::f32, "nan:3f800000") == std::nullopt);
  CHECK(real_bits(Dtype::f32, "nan:7fc0") == std::nullopt);
  CHECK(real_bits(Dtype::bf16, "inf") == 0x7f80u);
  CHECK(real_json(Dtype::f32, 0x3dcccccd).dump() == "0.1");
  CHECK(real_bits(Dtype::f32, 0.1) == 0x3dcccccdu);
  CHECK(number_json(model::max_u64).dump() == "18446744073709551615");
  CHECK(number_json(model::min_i64).dump() == "-9223372036854775808");
}
