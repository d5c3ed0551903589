#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <vector>

#include "blaze.h"
#include "formats/joined_arrays.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path monolithic = SCHEMAC_TEST_DATA "/vectors/blaze";

TEST_CASE("all chunks are one array", "[arrays]") {
  check_arrays<&blaze::view>(monolithic, "blaze-monolithic");
}

TEST_CASE("an array is cut into chunks when it is written", "[arrays]") {
  std::vector<double> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0.5);
  blaze::File file;
  file.typesize = sizeof(double);
  file.checksum = blaze::Checksum::crc32;
  file.chunk_size = 3000;
  file.metadata.emplace(
      FreeValue(FreeValue::Map{{"dtype", "float64"}, {"shape", FreeValue::List{10, 100}}}));
  REQUIRE(blaze::set_array(file, Blob::copy(std::span<const double>(numbers))));
  CHECK(file.chunks.size() == 3);
  MemorySink sink;
  REQUIRE(blaze::write(file, sink));
  const auto bytes = sink.take();
  CHECK(blaze::validate(bytes).ok());

  const auto view = blaze::view(bytes);
  REQUIRE(view);
  CHECK(view->last_chunk() == 2000);
  const auto array = view->array();
  REQUIRE(array);
  CHECK(array->dims() == std::vector<std::uint64_t>{10, 100});
  std::vector<double> some(500);
  REQUIRE(array->read(370, std::span(some)));
  CHECK(std::equal(some.begin(), some.end(), numbers.begin() + 370));
  std::vector<float> others(2);
  const auto refused = array->read(0, std::span(others));
  REQUIRE(!refused);
  CHECK(refused.error().message == "its elements are f64");

  file.metadata.emplace(
      FreeValue(FreeValue::Map{{"dtype", "float64"}, {"shape", FreeValue::List{10, 99}}}));
  const auto unfit = blaze::write(file, sink);
  REQUIRE(!unfit);
  CHECK(unfit.error().path == "array");
  CHECK(unfit.error().rule == Rule::size_mismatch);
  CHECK(unfit.error().message == "array has 8000 bytes; its type and dimensions ask for 7920");

  file.metadata.emplace(
      FreeValue(FreeValue::Map{{"dtype", "float99"}, {"shape", FreeValue::List{10, 100}}}));
  REQUIRE(blaze::write(file, sink));
  const auto of_no_type = sink.take();
  CHECK(blaze::validate(of_no_type).ok());
  const auto plain = blaze::view(of_no_type)->array();
  REQUIRE(plain);
  CHECK(plain->element().name == "u8");
  CHECK(plain->unknown_type() == "float99");
  CHECK(array->unknown_type() == std::nullopt);

  file.chunk_size.reset();
  CHECK(!blaze::set_array(file, Blob::copy(std::span<const double>(numbers))));
}

TEST_CASE("the array of an unfinished stream goes as far as its chunks are whole", "[arrays]") {
  auto bytes = bytes_of_file(monolithic / "streaming_unknown_sha512.blpk");
  const auto whole = blaze::view(bytes);
  REQUIRE(whole);
  const auto all = whole->array();
  REQUIRE(all);
  CHECK(!all->violation());
  REQUIRE(all->pieces().size() == 4);
  std::vector<std::byte> numbers(static_cast<std::size_t>(all->byte_size()));
  REQUIRE(all->read_all(numbers));

  const auto cut = Bytes(bytes).first(bytes.size() - 10);
  const auto view = blaze::view(cut);
  REQUIRE(view);
  const auto array = view->array();
  REQUIRE(array);
  CHECK(array->pieces().size() == 3);
  CHECK(array->byte_size() == all->pieces()[3].begin);
  REQUIRE(array->violation());
  CHECK(array->violation()->path == "chunks[3].digest");
  CHECK(array->violation()->rule == Rule::truncated);
  std::vector<std::byte> held(static_cast<std::size_t>(array->byte_size()));
  REQUIRE(array->read_all(held));
  CHECK(std::equal(held.begin(), held.end(), numbers.begin()));

  // A file that counts its chunks has them.
  auto counted = bytes_of_file(monolithic / "plain.blpk");
  counted.pop_back();
  const auto short_of = blaze::view(counted);
  REQUIRE(short_of);
  CHECK(!short_of->array());
}

TEST_CASE("a broken chunk is named, by all who look at it", "[arrays]") {
  auto bytes = bytes_of_file(monolithic / "plain.blpk");
  const auto whole = blaze::view(bytes)->array();
  REQUIRE(whole);
  const Bytes second = whole->pieces().at(1).stored.stored();
  const auto at = static_cast<std::size_t>(second.data() - bytes.data());
  std::memset(bytes.data() + at + 16, 0xff, second.size() - 16);  // after Blosc's own header
  const auto view = blaze::view(bytes);
  REQUIRE(view);
  const auto array = view->array();
  REQUIRE(array);
  std::vector<std::byte> first(4096), all(static_cast<std::size_t>(array->byte_size()));
  CHECK(array->read(0, 4096, first));
  for (const auto& done : {array->read(4000, 4200, MutableBytes(first).first(200)).has_value(),
                           array->read_all(all, 2).has_value(),
                           array->for_each_piece([](Bytes, std::uint64_t) {}).has_value()})
    CHECK_FALSE(done);
  const auto refused = array->read_all(all);
  REQUIRE(!refused);
  CHECK(refused.error().path == "chunks[1].content");
  CHECK(refused.error().offset == at);
  CHECK(refused.error().rule == Rule::bad_value);
}

}  // namespace
