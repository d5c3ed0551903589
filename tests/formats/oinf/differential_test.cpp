// Both executors on single faults of real files: the same verdict, values and violations, text for
// text. Under sanitizers this is also the proof that neither reads a byte too many.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "formats/bytes_of_file.h"
#include "formats/comparison.h"
#include "formats/oinf/executors.h"
#include "portion.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path vectors = SCHEMAC_TEST_DATA "/vectors/oinf";

std::vector<Subject> valid_files() {
  std::vector<Subject> files;
  for (const char* folder : {"vectors/oinf", "made/oinf"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(SCHEMAC_TEST_DATA) / folder))
      if (entry.path().extension() == ".oinf") files.push_back(subject(oinf_files(), entry.path()));
  return files;
}

/// What may change without a report, and why. Anything else that stays unreported is a rule that
/// the schema lacks.
const std::map<std::string, std::string> harmless = {
    {"version", "the other one, where the file has nothing that only one of them has"},
    {"sizevars[].value", "any number is a size"},
    {"sizevars[].name", "another name of the same length, as long as it is unique"},
    {"metadata[].key", "another name of the same length, as long as it is unique"},
    {"tensors[].name", "another name of the same length, as long as it is unique"},
    {"metadata[].value", "any bits are a number, any allowed characters a string"},
    {"metadata[].value_type", "another type whose values have the same size and form"},
    {"metadata[].value.bits",
     "any bits, the unused ones after the last one included (the document leaves them open)"},
    {"metadata[].value.bit_count", "as long as it needs the same number of bytes"},
    {"metadata[].value.element_type", "another type of the same size"},
    {"metadata[].value.dims[]", "where another dimension is 0 the product stays 0"},
    {"metadata[].value.data", "any bits are elements"},
    {"tensors[].dtype", "another type of the same size; any type of a tensor without data"},
    {"tensors[].dims[]",
     "any dimensions of a tensor without data; where another is 0 the product stays 0"},
    {"tensors[].data", "any bits are elements"},
    {"tensors[].quant.scales[]", "any bits are a scale"},
    {"tensors[].quant.zero_points[]", "any number is a zero point"},
    {"tensors[].data_offset", "a payload without bytes may be anywhere in the section"},
};

}  // namespace

TEST_CASE("both executors say the same of every truncation") {
  Comparison compare(oinf_files());
  for (const Subject& file : valid_files()) {
    INFO(file.name);
    truncate_everywhere(file.bytes, file.leaves, 8192, std::ref(compare));
  }
  CHECK(compare.count > 10000 / one_of_lengths());
  CHECK(compare.unreported.empty());
}

TEST_CASE("both executors say the same of every bit flip") {
  Comparison compare(oinf_files());
  for (const char* name :
       {"v1_sizevars_only.oinf", "v1_renamed_out_of_order.oinf", "v1_all_metadata_types.oinf",
        "v2_packed_dtypes.oinf", "v2_quant_per_channel.oinf"}) {
    const Subject file = subject(oinf_files(), vectors / name);
    flip_every_bit(file.bytes, file.leaves, std::ref(compare));
  }
  for (const std::string& path : compare.unreported) {
    INFO("a bit of " << path << " can be turned and nobody reports it");
    CHECK(harmless.contains(path));
  }
}

TEST_CASE("both executors say the same of every integer at its limits") {
  Comparison compare(oinf_files());
  for (const Subject& file : valid_files()) {
    if (file.bytes.size() > 8192) continue;
    INFO(file.name);
    set_every_integer(file.bytes, file.leaves, std::ref(compare));
  }
  for (const std::string& path : compare.unreported) {
    INFO(path << " can be set to another number and nobody reports it");
    CHECK(harmless.contains(path));
  }
}

TEST_CASE("both executors say the same of every broken file") {
  Comparison compare(oinf_files());
  for (const char* folder : {"vectors/oinf/invalid", "made/oinf/invalid"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(SCHEMAC_TEST_DATA) / folder))
      if (entry.path().extension() == ".oinf")
        compare(bytes_of_file(entry.path()), entry.path().filename().string(), "");
  CHECK(compare.count > 400);
}

TEST_CASE("both executors say the same of random changes") {
  Comparison compare(oinf_files());
  std::uint64_t seed = 1;
  for (const Subject& file : valid_files()) {
    if (file.bytes.size() > 8192) continue;
    INFO(file.name);
    mutate_at_random(file.bytes, 400, seed++, std::ref(compare));
  }
  CHECK(compare.count > 8000 / one_of_lengths());
}
