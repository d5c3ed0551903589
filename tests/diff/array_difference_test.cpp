// How far arrays are apart: numbers worked out by hand.
#include "diff/array_difference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace schemac;
using diff::ArrayDifference;

namespace {

template <class T>
std::vector<std::byte> stored(const std::vector<T>& values, Endian endian = Endian::little) {
  std::vector<std::byte> bytes;
  for (const T value : values) {
    auto parts = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if (endian == Endian::big) std::reverse(parts.begin(), parts.end());
    bytes.insert(bytes.end(), parts.begin(), parts.end());
  }
  return bytes;
}

template <class T>
ArrayDifference between(Dtype dtype, const std::vector<T>& a, const std::vector<T>& b) {
  return diff::difference_of({stored(a), Endian::little}, {stored(b), Endian::little}, dtype,
                             a.size());
}

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("equal arrays have no difference") {
  const auto found =
      between<float>(Dtype::f32, {1, not_a_number, infinity}, {1, not_a_number, infinity});
  CHECK(found.count == 3);
  CHECK(found.differing == 0);
  CHECK(found.mean == 0);
  CHECK(between<float>(Dtype::f32, {}, {}).differing == 0);
}

TEST_CASE("the largest difference, the first of its kind, and the mean of all") {
  const auto found = between<float>(Dtype::f32, {1, 2, 3, 4}, {1, 2.5f, 3, 3.5f});
  CHECK(found.differing == 2);
  CHECK(found.largest == 0.5);
  CHECK(found.largest_at == 1);
  CHECK(found.mean == 0.25);
  CHECK(found.incomparable == 0);
}

TEST_CASE("what is no number can't be subtracted") {
  const auto found =
      between<float>(Dtype::f32, {not_a_number, infinity, 1, 2}, {1, -infinity, not_a_number, 4});
  CHECK(found.differing == 4);
  CHECK(found.incomparable == 3);
  CHECK(found.largest == 2);
  CHECK(found.largest_at == 3);
  CHECK(found.mean == 2);
  CHECK(between<float>(Dtype::f32, {not_a_number}, {-not_a_number}).incomparable == 1);
}

TEST_CASE("zeros of both signs differ in their bits, by nothing") {
  const auto found = between<float>(Dtype::f32, {0.0f}, {-0.0f});
  CHECK(found.differing == 1);
  CHECK(found.largest == 0);
}

TEST_CASE("whole numbers are subtracted exactly") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const auto one = between<std::int64_t>(Dtype::i64, {most}, {most - 1});
  CHECK(one.largest == 1);
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  CHECK(between<std::int64_t>(Dtype::i64, {most}, {least}).largest == std::ldexp(1, 64));
  CHECK(between<std::uint64_t>(Dtype::u64, {~std::uint64_t{0}}, {~std::uint64_t{0} - 3}).largest ==
        3);
  CHECK(between<std::uint8_t>(Dtype::u8, {0}, {255}).largest == 255);
  CHECK(between<std::int8_t>(Dtype::i8, {-128}, {127}).largest == 255);
  CHECK(between<std::uint8_t>(Dtype::bool8, {0, 1}, {1, 1}).largest == 1);
}

TEST_CASE("half precision") {
  // 1.0 is 3c00, 1.5 is 3e00; as bfloat16 they are 3f80 and 3fc0.
  CHECK(between<std::uint16_t>(Dtype::f16, {0x3c00}, {0x3e00}).largest == 0.5);
  CHECK(between<std::uint16_t>(Dtype::bf16, {0x3f80}, {0x3fc0}).largest == 0.5);
}

TEST_CASE("complex numbers are apart as points are") {
  const auto a = stored<float>({0, 0, 1, 1, 5, 5}), b = stored<float>({3, 4, 1, 1, 5, 6});
  const auto found = diff::difference_of({a, Endian::little}, {b, Endian::little}, Dtype::c64, 3);
  CHECK(found.differing == 2);
  CHECK(found.largest == 5);
  CHECK(found.mean == 2);
}

TEST_CASE("elements of less than a byte") {
  // Lowest bits first: 0x21 is 1, 2; 0x51 is 1, 5. As signed ones 0x8 is -8.
  const auto a = stored<std::uint8_t>({0x21, 0x43}), b = stored<std::uint8_t>({0x51, 0x43});
  const auto found = diff::difference_of({a, Endian::little}, {b, Endian::little}, Dtype::u4, 4);
  CHECK(found.differing == 1);
  CHECK(found.largest == 3);
  CHECK(found.largest_at == 1);
  CHECK(between<std::uint8_t>(Dtype::i4, {0x07}, {0x08}).largest == 15);
  // Bits after the last element mean nothing.
  const auto c = stored<std::uint8_t>({0x05}), d = stored<std::uint8_t>({0xf5});
  CHECK(diff::difference_of({c, Endian::little}, {d, Endian::little}, Dtype::u1, 4).differing == 0);
}

TEST_CASE("the same numbers in another order of bytes are the same") {
  const std::vector<float> values = {1, 2, 3.25f};
  const auto found = diff::difference_of({stored(values), Endian::little},
                                         {stored(values, Endian::big), Endian::big}, Dtype::f32, 3);
  CHECK(found.differing == 0);
}

TEST_CASE("differences at the edges of blocks are found, and progress is told") {
  std::vector<std::uint8_t> a(100'000), b(100'000);
  for (const std::size_t i : {0u, 16383u, 16384u, 99'999u})
    b[i] = static_cast<std::uint8_t>(i % 200 + 1);
  double done = -1;
  const auto found = diff::difference_of({stored(a), Endian::little}, {stored(b), Endian::little},
                                         Dtype::u8, a.size(), [&](double now) {
                                           CHECK(now > done);
                                           done = now;
                                         });
  CHECK(found.differing == 4);
  CHECK(found.largest == 200);
  CHECK(found.largest_at == 99'999);
  CHECK(done > 0.9);
}
