// An array goes on wherever it ends: without codecs, totals, or a count.
#include "strip.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "growth/growing.h"
#include "growth/stopping_storage.h"

namespace {

using namespace schemac::tests;
using schemac::Update;

const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

File strip_of(std::size_t size) {
  strip::File file;
  require(set_array(file, bytes_of(letters.substr(0, size))));
  return written(file);
}

TEST_CASE("an array goes on wherever it ends") {
  for (std::size_t begin = 0; begin <= 20; ++begin)
    for (std::size_t end = begin; end <= 40; ++end) {
      INFO(begin << " to " << end);
      const auto remains = std::make_shared<Remains>(Remains{strip_of(begin), {}});
      auto file = Update<strip::File>::open(storage_on(remains));
      REQUIRE(file);
      require(file->extend(bytes_of(letters.substr(begin, end - begin))));
      require(file->commit());
      CHECK(remains->kept == strip_of(end));
    }
}

TEST_CASE("an array that was stopped where it goes on has one of its lengths") {
  std::uint64_t old_ones = 0, new_ones = 0;
  stop_everywhere(
      strip_of(13),
      [](auto storage) {
        auto file = Update<strip::File>::open(std::move(storage));
        return file && file->extend(bytes_of(letters.substr(13, 20))) && file->commit();
      },
      [&](const File& file) {
        if (file == strip_of(13)) ++old_ones;
        if (file == strip_of(33)) ++new_ones;
        if (file.size() <= strip_of(33).size() && problems<strip::File>(file).empty()) {
          const std::size_t count = file.size() - 4 - (file.size() - 4 + 8) / 9;
          CHECK(file == strip_of(count));
        }
      });
  CHECK(old_ones > 0);
  CHECK(new_ones > 0);
}

TEST_CASE("an array goes on from a buffer that is used again") {
  for (std::size_t step = 1; step <= 20; ++step) {
    INFO(step);
    const auto remains = std::make_shared<Remains>();
    auto file = Update<strip::File>::create(storage_on(remains), strip::File{});
    REQUIRE(file);
    for (std::size_t at = 0; at < 40; at += step) {
      std::string buffer = letters.substr(at, std::min<std::size_t>(step, 40 - at));
      require(file->extend(schemac::Blob::borrow(std::as_bytes(std::span(buffer)))));
      require(file->commit());
      std::fill(buffer.begin(), buffer.end(), '?');
    }
    CHECK(remains->kept == strip_of(40));
  }
  // What replaces the last element, too.
  const auto remains = std::make_shared<Remains>(Remains{strip_of(10), {}});
  auto file = Update<strip::File>::open(storage_on(remains));
  REQUIRE(file);
  std::string buffer = letters.substr(8, 3);
  strip::Piece piece;
  piece.content = schemac::Blob::borrow(std::as_bytes(std::span(buffer)));
  require(file->replace(1, piece));
  buffer = "???";
  require(file->extend(bytes_of(letters.substr(11, 9))));
  require(file->commit());
  CHECK(remains->kept == strip_of(20));
}

TEST_CASE("a last element that is damaged stays so while another one is replaced") {
  const auto remains = std::make_shared<Remains>(Remains{strip_of(19), {}});
  auto file = Update<strip::File>::open(
      std::make_unique<StoppingStorage>(remains, 0, StoppingStorage::Failing::once));
  REQUIRE(file);
  strip::Piece piece;
  piece.content = bytes_of("LMN");
  CHECK_FALSE(file->replace(2, piece));
  piece.content = bytes_of(letters.substr(0, 8));
  require(file->replace(0, piece));
  const auto refused = file->commit();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "element 2 could not be written: it must be replaced first");
  piece.content = bytes_of(letters.substr(16, 3));
  require(file->replace(2, piece));
  require(file->commit());
  CHECK(remains->kept == strip_of(19));
}

}  // namespace
