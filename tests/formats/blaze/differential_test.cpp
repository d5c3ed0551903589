// Both executors on files of every kind and on single faults of them; how a view finds a chunk.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "blaze.h"
#include "formats/blaze/executors.h"
#include "formats/bytes_of_file.h"
#include "formats/comparison.h"
#include "formats/manifest.h"
#include "formats/mutations.h"
#include "portion.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path vectors = SCHEMAC_TEST_DATA "/vectors/blaze";

// Nothing known of chunks to the end; offsets that aren't known beside metadata; spare bytes.
std::vector<Subject> small_files() {
  std::vector<Subject> files;
  for (const char* name :
       {"streaming_unknown_sha512.blpk", "unknown_offsets_sha224.blpk", "slack_nosum.blpk"})
    files.push_back(subject(blaze_files(), vectors / name));
  return files;
}

template <class Mutate>
void compare_all(const Mutate& mutate, std::uint64_t least) {
  std::uint64_t count = 0;
  for (const Subject& file : small_files()) {
    INFO(file.name);
    Comparison compare(*file.format);
    mutate(file, compare);
    count += compare.count;
  }
  CHECK(count >= least / one_of());
}

TEST_CASE("valid files are read, and come back byte for byte") {
  check_valid_files(vectors, [](const std::string&) { return &blaze_files(); });
}

TEST_CASE("both executors say the same of every broken file") {
  std::uint64_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(vectors / "invalid")) {
    if (entry.path().extension() == ".json") continue;
    Comparison compare(blaze_files());
    compare(bytes_of_file(entry.path()), entry.path().filename().string(), "");
    count += compare.count;
  }
  CHECK(count == 22);
}

// What a chunk's begin, size and spare bytes are, each found alone.
TEST_CASE("a view finds each chunk by its offset") {
  struct Expected {
    std::uint64_t begin, nbytes, slack;
  };
  const std::array<Expected, 4> expected = {
      {{88, 5000, 100}, {1600, 5000, 100}, {3030, 5000, 100}, {4476, 1000, 100}}};
  const std::vector<std::byte> bytes = bytes_of_file(vectors / "slack_nosum.blpk");
  const auto file = blaze::view(bytes);
  REQUIRE(file);
  const auto chunks = file->chunks();
  CHECK(chunks.size() == 4);
  for (const std::size_t i : {3u, 0u, 2u, 1u}) {
    const auto chunk = chunks.at(i);
    REQUIRE(chunk);
    CHECK(chunk->content_stored().nbytes() == expected[i].nbytes);
    const std::uint64_t next = i + 1 < expected.size() ? expected[i + 1].begin : bytes.size();
    CHECK(chunk->content_stored().ctbytes() + expected[i].slack == next - expected[i].begin);
  }
  const auto missing = chunks.at(4);
  REQUIRE(!missing);
  CHECK(missing.error().path == "chunks[4]");
  const auto value = blaze::read(bytes);
  REQUIRE(value);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(value->chunks.at(i).choices.slack.size() == expected[i].slack);
}

TEST_CASE("a view finds chunks without offsets, too") {
  for (const char* name : {"streaming_unknown_sha512.blpk", "unknown_offsets_sha224.blpk"}) {
    const std::vector<std::byte> bytes = bytes_of_file(vectors / name);
    const auto file = blaze::view(bytes);
    REQUIRE(file);
    const auto chunks = file->chunks();
    const auto last = chunks.at(3);
    REQUIRE(last);
    CHECK(last->content_stored().nbytes() == 1000);
    CHECK(!chunks.at(4));
  }
}

TEST_CASE("a view passes over an offset that leads outside") {
  std::vector<std::byte> bytes = bytes_of_file(vectors / "nonuniform_md5.blpk");
  std::fill_n(bytes.begin() + 32 + 8, 8, std::byte{0x7f});
  const auto file = blaze::view(bytes);
  REQUIRE(file);
  const auto chunks = file->chunks();
  CHECK(chunks.at(2));
  CHECK(chunks.at(1));  // after the one before it, where it can't be where the file says
  CHECK(!blaze::read(bytes));
}

TEST_CASE("both executors say the same of every truncation") {
  compare_all(
      [](const Subject& file, Comparison& compare) {
        truncate_everywhere(file.bytes, file.leaves, 4096, std::ref(compare));
      },
      6000);
}

TEST_CASE("both executors say the same of every bit flip") {
  compare_all(
      [](const Subject& file, Comparison& compare) {
        flip_every_bit(file.bytes, file.leaves, std::ref(compare));
      },
      10000);
}

TEST_CASE("both executors say the same of every integer at its limits") {
  compare_all(
      [](const Subject& file, Comparison& compare) {
        set_every_integer(file.bytes, file.leaves, std::ref(compare));
      },
      300);
}

TEST_CASE("both executors say the same of random changes") {
  std::uint64_t seed = 1;
  compare_all(
      [&](const Subject& file, Comparison& compare) {
        mutate_at_random(file.bytes, 400, seed++, std::ref(compare));
      },
      1200);
}

}  // namespace
