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

}  // namespace
