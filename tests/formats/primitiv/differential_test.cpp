// Both executors on single faults of real files.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "formats/bytes_of_file.h"
#include "formats/comparison.h"
#include "formats/primitiv/executors.h"
#include "portion.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path vectors = SCHEMAC_TEST_DATA "/vectors/primitiv";

// Those with few bytes of data: it is the other fields that are interesting.
std::vector<Subject> small_files() {
  std::vector<Subject> files;
  for (const auto& entry : std::filesystem::directory_iterator(vectors))
    if (entry.is_regular_file() && entry.path().extension() != ".json" && entry.file_size() <= 512)
      files.push_back(subject(primitiv_files(), entry.path()));
  return files;
}

/// What may change without a report, and why. Anything else that stays unreported is a rule that
/// the schema lacks.
const std::map<std::string, std::string> harmless = {
    {"data.data", "any bits are elements"},
    {"data.value.data", "any bits are elements"},
    {"data.stats[].value.data", "any bits are elements"},
    {"data.params[].value.value.data", "any bits are elements"},
    {"data.dims[]", "of a shape alone: any dimension"},
    {"data.batch", "of a shape alone: any number of samples"},
    {"data.stats[].key", "any bytes are a name, as long as names differ"},
    {"data.params[].key[]", "likewise; the order of keys is the writer's"},
    {"data.uint_configs[].key", "likewise"},
    {"data.uint_configs[].value", "any number"},
    {"data.float_configs[].key", "likewise"},
    {"data.float_configs[].value", "any number"},
};

template <class Mutate>
void check_all(const Mutate& mutate, std::uint64_t least) {
  Comparison compare(primitiv_files());
  for (const Subject& file : small_files()) {
    INFO(file.name);
    mutate(file, compare);
  }
  CHECK(compare.count > least / one_of());
  for (const std::string& path : compare.unreported) {
    INFO(path << " can be changed and nobody reports it");
    CHECK(harmless.contains(path));
  }
}

}  // namespace

TEST_CASE("both executors say the same of every truncation") {
  check_all(
      [](const Subject& file, Comparison& compare) {
        truncate_everywhere(file.bytes, file.leaves, 8192, std::ref(compare));
        CHECK(compare.unreported.empty());
      },
      3000);
}

TEST_CASE("both executors say the same of every bit flip") {
  check_all([](const Subject& file,
               Comparison& compare) { flip_every_bit(file.bytes, file.leaves, std::ref(compare)); },
            25000);
}

TEST_CASE("both executors say the same of every integer at its limits") {
  check_all(
      [](const Subject& file, Comparison& compare) {
        set_every_integer(file.bytes, file.leaves, std::ref(compare));
      },
      1000);
}

TEST_CASE("both executors say the same of every broken file") {
  Comparison compare(primitiv_files());
  for (const auto& entry : std::filesystem::directory_iterator(vectors / "invalid")) {
    if (entry.path().extension() == ".json") continue;
    compare(bytes_of_file(entry.path()), entry.path().filename().string(), "");
  }
  CHECK(compare.count == 25);
}

TEST_CASE("both executors say the same of random changes") {
  std::uint64_t seed = 1;
  for (const Subject& file : small_files()) {
    INFO(file.name);
    Comparison compare(primitiv_files());
    mutate_at_random(file.bytes, 400, seed++, std::ref(compare));
    CHECK(compare.count == (400 + one_of_lengths() - 1) / one_of_lengths());
  }
}
