// Statistics of an array take the same memory whatever its size.
#include <catch2/catch.hpp>
#include <vector>

#include "memory/counted.h"
#include "schemac/array/statistics.h"

using namespace schemac;

namespace {

constexpr std::uint64_t allowed = 1u << 20;

std::uint64_t peak_for(const std::vector<std::byte>& bytes, Dtype dtype) {
  return tests::peak_of(
      [&] { static_cast<void>(statistics_of(bytes, dtype, Endian::little, ~std::uint64_t{0})); });
}

}  // namespace

TEST_CASE("statistics take less than a MiB") {
  std::vector<std::byte> bytes(std::size_t{4} << 20);
  for (const Dtype dtype : {Dtype::f64, Dtype::u8, Dtype::i1})
    CHECK(peak_for(bytes, dtype) < allowed);
  std::uint64_t state = 1;
  for (std::byte& byte : bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state >> 56);
  }
  for (const Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::i64})
    CHECK(peak_for(bytes, dtype) < allowed);
}
