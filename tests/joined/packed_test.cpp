// Arrays in encoded pieces, by other codecs than those of the formats that ship: cut, encoded on
// several threads, read by range. What is stored is held against the codecs' libraries.
#include "packed.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <span>
#include <vector>

using packed::Method;
using schemac::Blob;
using schemac::Bytes;

namespace {

constexpr std::uint32_t piece_size = 3000;  // numbers of 4 bytes: 750 a piece
constexpr std::size_t count = 10'000;       // the last of 14 pieces has 250

std::vector<std::int32_t> made_numbers() {
  std::vector<std::int32_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<std::int32_t>(i * i % 1000) - 500;
  return numbers;
}

packed::File value_of(Method method, const std::vector<std::int32_t>& numbers) {
  packed::File file;
  file.method = method;
  file.piece_size = piece_size;
  REQUIRE(packed::set_array(file, Blob::copy(std::span(numbers))));
  return file;
}

std::vector<std::byte> written(const packed::File& file) {
  schemac::MemorySink sink;
  REQUIRE(packed::write(file, sink));
  return sink.take();
}

// What the codec's own library makes of stored bytes.
std::vector<std::byte> decoded(Method method, Bytes stored) {
  std::vector<std::byte> plain(piece_size);
  if (method == Method::plain) return {stored.begin(), stored.end()};
  if (method == Method::zstd) {
    const std::size_t size =
        ZSTD_decompress(plain.data(), plain.size(), stored.data(), stored.size());
    REQUIRE(ZSTD_isError(size) == 0);
    plain.resize(size);
    return plain;
  }
  uLongf size = plain.size();
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(plain.data()), &size,
                     reinterpret_cast<const Bytef*>(stored.data()), stored.size()) == Z_OK);
  plain.resize(size);
  return plain;
}

}  // namespace

TEST_CASE("an array is cut, encoded on threads, and read by range, whatever the codec") {
  const Method method = GENERATE(Method::plain, Method::zlib, Method::zstd);
  const std::vector<std::int32_t> numbers = made_numbers();
  packed::File file = value_of(method, numbers);
  CHECK(file.pieces.size() == 14);
  packed::encode_array(file, 3);
  const auto bytes = written(file);
  CHECK(bytes == written(value_of(method, numbers)));  // as `write` encodes it
  CHECK(packed::validate(bytes).ok());

  const auto view = packed::view(bytes);
  REQUIRE(view);
  CHECK(view->last_size() == 1000);
  const auto array = view->array();
  REQUIRE(array);
  CHECK(array->dims() == std::vector<std::uint64_t>{count});
  const Bytes all = std::as_bytes(std::span(numbers));
  for (const auto& piece : array->pieces()) {
    const Bytes expected =
        all.subspan(static_cast<std::size_t>(piece.begin), static_cast<std::size_t>(piece.size));
    const auto found = decoded(method, piece.stored.stored());
    CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
  }

  for (const std::size_t begin : {0u, 749u, 750u, 9000u, 9999u}) {
    std::vector<std::int32_t> some(std::min<std::size_t>(1600, count - begin));
    REQUIRE(array->read(begin, std::span(some)));
    CHECK(
        std::equal(some.begin(), some.end(), numbers.begin() + static_cast<std::ptrdiff_t>(begin)));
  }
  std::vector<std::int32_t> whole(count);
  REQUIRE(array->read_all(std::as_writable_bytes(std::span(whole)), 2));
  CHECK(whole == numbers);
}

TEST_CASE("a broken piece is named, and no other is in the way") {
  const Method method = GENERATE(Method::zlib, Method::zstd);
  auto bytes = written(value_of(method, made_numbers()));
  const auto stored = packed::view(bytes)->array()->pieces().at(2).stored.stored();
  const auto at = static_cast<std::size_t>(stored.data() - bytes.data());
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), stored.size(), std::byte{0x55});
  const auto array = packed::view(bytes)->array();
  REQUIRE(array);
  std::vector<std::int32_t> some(750);
  CHECK(array->read(750, std::span(some)));
  const auto refused = array->read(1499, std::span(some));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().path == "pieces[2].content");
  CHECK(refused.error().offset == at);
  std::vector<std::int32_t> whole(count);
  CHECK_FALSE(array->read_all(std::as_writable_bytes(std::span(whole)), 2));
  CHECK_FALSE(packed::validate(bytes).ok());
}

TEST_CASE("what can't be encoded is left to the writer, which says so") {
  packed::File file = value_of(static_cast<Method>(9), made_numbers());
  packed::encode_array(file, 2);
  schemac::MemorySink sink;
  CHECK_FALSE(packed::write(file, sink));
}
