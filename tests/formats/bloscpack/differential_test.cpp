// Both executors on files of the real program and on single faults of them.
#include <catch2/catch.hpp>

#include "formats/bloscpack/executors.h"
#include "formats/bytes_of_file.h"
#include "formats/comparison.h"
#include "formats/manifest.h"
#include "formats/mutations.h"
#include "portion.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path folder = SCHEMAC_TEST_DATA "/vectors/bloscpack";

// A byte of data; nothing; metadata with spare room, a table of offsets and the longest checksums.
std::vector<Subject> small_files() {
  std::vector<Subject> files;
  for (const char* name : {"one_byte.blp", "empty_input.blp", "sha512_offsets_meta_sha512_ts8.blp"})
    files.push_back(subject(bloscpack_files(), folder / name));
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
  check_valid_files(folder, [](const std::string&) { return &bloscpack_files(); });
}

TEST_CASE("both executors say the same of every broken file") {
  std::uint64_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "invalid")) {
    if (entry.path().extension() == ".json") continue;
    Comparison compare(bloscpack_files());
    compare(bytes_of_file(entry.path()), entry.path().filename().string(), "");
    count += compare.count;
  }
  CHECK(count == 25);
}

TEST_CASE("both executors say the same of every truncation") {
  compare_all(
      [](const Subject& file, Comparison& compare) {
        truncate_everywhere(file.bytes, file.leaves, 2048, std::ref(compare));
      },
      1500);
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
