// Both executors on single faults of real files.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "formats/bytes_of_file.h"
#include "formats/comparison.h"
#include "formats/paddle/executors.h"
#include "portion.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path vectors = SCHEMAC_TEST_DATA "/vectors/paddle";

std::string extension_of(const std::filesystem::path& path) {
  return path.extension().string().substr(1);
}

// Those with few bytes of data: it is the other fields that are interesting.
std::vector<Subject> small_files() {
  std::vector<Subject> files;
  for (const auto& entry : std::filesystem::directory_iterator(vectors))
    if (entry.is_regular_file() && entry.path().extension() != ".json" && entry.file_size() <= 2048)
      files.push_back(subject(paddle_files(extension_of(entry.path())), entry.path()));
  return files;
}

void merge(Comparison& all, const Comparison& one) {
  all.count += one.count;
  all.unreported.insert(one.unreported.begin(), one.unreported.end());
}

/// What may change without a report, and why. Anything else that stays unreported is a rule that
/// the schema lacks.
const std::map<std::string, std::string> harmless = {
    {"data", "any bits are elements"},
    {"records[].data", "any bits are elements"},
    {"desc.data_type", "another type of the same size"},
    {"records[].desc.data_type", "another type of the same size"},
    {"desc.dims[]", "where another dimension is 0 the product stays 0, and a 1 may be any factor"},
    {"records[].desc.dims[]", "likewise"},
    {"desc.dims.tag", "a dimension of 1 may be missing, as an unknown field"},
    {"records[].desc.dims.tag", "likewise"},
    {"desc.unknown_fields", "any field that isn't declared"},
    {"levels[].offsets[]", "where a sequence begins, as long as none falls"},
    {"records[].levels[].offsets[]", "likewise"},
};

template <class Mutate>
void check_all(const Mutate& mutate, std::uint64_t least) {
  Comparison all(paddle_files("doctensor"));
  for (const Subject& file : small_files()) {
    INFO(file.name);
    Comparison compare(*file.format);
    mutate(file, compare);
    merge(all, compare);
  }
  CHECK(all.count > least / one_of());
  for (const std::string& path : all.unreported) {
    INFO(path << " can be changed and nobody reports it");
    CHECK(harmless.contains(path));
  }
}

}  // namespace

TEST_CASE("both executors say the same of every truncation") {
  check_all(
      [](const Subject& file, Comparison& compare) {
        truncate_everywhere(file.bytes, file.leaves, 8192, std::ref(compare));
        // A row of records may end after any of them.
        if (file.name.ends_with(".combine")) compare.unreported.clear();
        CHECK(compare.unreported.empty());
      },
      4000);
}

TEST_CASE("both executors say the same of every bit flip") {
  check_all([](const Subject& file,
               Comparison& compare) { flip_every_bit(file.bytes, file.leaves, std::ref(compare)); },
            30000);
}

TEST_CASE("both executors say the same of every integer at its limits") {
  check_all(
      [](const Subject& file, Comparison& compare) {
        set_every_integer(file.bytes, file.leaves, std::ref(compare));
      },
      500);
}

TEST_CASE("both executors say the same of every broken file") {
  std::uint64_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(vectors / "invalid")) {
    if (entry.path().extension() == ".json") continue;
    Comparison compare(paddle_files(extension_of(entry.path())));
    compare(bytes_of_file(entry.path()), entry.path().filename().string(), "");
    count += compare.count;
  }
  CHECK(count == 25);
}

TEST_CASE("both executors say the same of random changes") {
  std::uint64_t seed = 1;
  for (const Subject& file : small_files()) {
    INFO(file.name);
    Comparison compare(*file.format);
    mutate_at_random(file.bytes, 400, seed++, std::ref(compare));
    CHECK(compare.count == (400 + one_of_lengths() - 1) / one_of_lengths());
  }
}
