// Arrays over pieces: counted as if they were one stretch, while pieces come and go.
#include "stats/joined_elements.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "stats/arrays.h"
#include "stats/report.h"

using namespace schemac;

namespace {

// One byte stands for `step` times the same byte; how often it was decoded is counted.
constexpr std::uint64_t step = 24 << 20;
int decoded = 0;
const Codec repeating{
    CodecAlgorithm::zlib,
    [](Bytes stored, std::uint64_t) { return std::optional<std::uint64_t>(stored.size() * step); },
    [](Bytes stored) { return stored.size() * step; },
    [](Bytes stored, MutableBytes room) {
      ++decoded;
      if (room.size() != stored.size() * step) return false;
      if (stored.front() == std::byte{13}) return false;
      for (std::size_t i = 0; i < stored.size(); ++i)
        std::memset(room.data() + i * step, std::to_integer<int>(stored[i]), step);
      return true;
    },
    nullptr,
    nullptr,
};

direct::Joined joined_of(Dtype dtype, const std::vector<CodedBytes>& pieces) {
  direct::Joined joined;
  joined.element = ElementType(dtype, Endian::little);
  for (const CodedBytes& piece : pieces) {
    joined.pieces.push_back({piece, Blob()});
    joined.size += *piece.size();
  }
  joined.dims = {joined.size / joined.element.size};
  return joined;
}

std::string json_of(const stats::FileArray& array) {
  return stats::to_json(array, stats::statistics_of(array)).dump();
}

}  // namespace

TEST_CASE("an array over pieces is counted as one stretch, whatever their sizes") {
  std::vector<float> numbers(10'000);
  std::iota(numbers.begin(), numbers.end(), -3.5F);
  const Bytes bytes = std::as_bytes(std::span(numbers));
  stats::FileArray whole;
  whole.name = whole.path = "array";
  whole.dtype = Dtype::f32;
  whole.dims = {10'000};
  whole.bytes = bytes;
  for (const std::size_t size : {1u, 7u, 4096u, 16'381u, 40'000u}) {
    std::vector<CodedBytes> pieces = {CodedBytes(&codec_none, {})};
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      pieces.emplace_back(&codec_none, bytes.subspan(at, std::min(size, bytes.size() - at)));
      pieces.emplace_back(&codec_none, Bytes());
    }
    INFO(size);
    CHECK(json_of(stats::array_of(joined_of(Dtype::f32, pieces), "array")) == json_of(whole));
  }
}

// 24 MiB a piece: two of them are kept, and the others one after the other decoded in each pass.
// (Of wide elements there are fewer to count; four equal bytes are as exact as one.)
TEST_CASE("pieces are decoded again where they are many") {
  constexpr double one = 0x01010101;
  const std::byte values[] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{9}};
  std::vector<CodedBytes> pieces;
  for (const std::byte& value : values) pieces.emplace_back(&repeating, Bytes(&value, 1));
  decoded = 0;
  const stats::FileArray array = stats::array_of(joined_of(Dtype::u32, pieces), "array");
  const Statistics found = stats::statistics_of(array);
  CHECK(found.count == 5 * step / 4);
  CHECK(found.all.min == one);
  CHECK(found.all.max == 9 * one);
  CHECK(found.all.median == 3 * one);
  CHECK(found.all.mean == Approx(3.8 * one));
  CHECK(decoded > 2 + 3);
  CHECK((decoded - 2) % 3 == 0);
}

TEST_CASE("pieces that cannot be decoded are not counted") {
  const std::byte values[] = {std::byte{1}, std::byte{13}};
  std::vector<CodedBytes> pieces;
  for (const std::byte& value : values) pieces.emplace_back(&repeating, Bytes(&value, 1));
  const stats::FileArray array = stats::array_of(joined_of(Dtype::u64, pieces), "array");
  const Statistics found = stats::statistics_of(array);
  CHECK(stats::to_text(array, found, false) ==
        "array: u64[6291456], 50331648 bytes\n  not counted: piece 1 can't be decoded\n");
  const auto json = stats::to_json(array, found);
  CHECK(json["problem"] == "piece 1 can't be decoded");
  CHECK_FALSE(json.contains("mean"));
}

TEST_CASE("of elements of unknown types only their name is told") {
  const std::vector<std::byte> bytes(20);
  direct::Joined joined = joined_of(Dtype::u8, {CodedBytes(&codec_none, bytes)});
  joined.element.dtype.reset();
  joined.element.size = 5;
  joined.element.name = "|S5";
  joined.dims = {4};
  const stats::FileArray array = stats::array_of(joined, "array");
  CHECK(stats::to_text(array, stats::statistics_of(array), false) ==
        "array: |S5[4], 20 bytes\n  not counted: its elements aren't numbers\n");
}
