// What a caller allows, a file can't exceed: elements, owned memory, violations kept.
#include <catch2/catch.hpp>

#include "formats/bytes_of_file.h"
#include "formats/oinf/executors.h"
#include "oinf.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

// 1 size variable, 41 metadata entries, 2 tensors.
std::vector<std::byte> metadata_file() {
  return bytes_of_file(SCHEMAC_TEST_DATA "/vectors/oinf/v1_all_metadata_types.oinf");
}

}  // namespace

TEST_CASE("more elements than allowed are refused at the count, by both executors") {
  const auto bytes = metadata_file();
  Limits limits;
  limits.elements = 20;
  const Outcome generated = oinf_files().run_generated(bytes, limits);
  CHECK(difference(generated, oinf_files().run_directly(bytes, limits)) == "");
  REQUIRE(generated.read_error);
  CHECK(generated.read_error->rule == Rule::resource_limit);
  CHECK(generated.read_error->path == "n_metadata");
  CHECK(generated.read_error->offset == 17);
}

TEST_CASE("read owns no more memory than allowed") {
  const auto bytes = metadata_file();
  Limits limits;
  limits.memory = 100;
  limits.memory_per_byte = 0;
  const auto file = oinf::read(bytes, limits);
  REQUIRE_FALSE(file);
  CHECK(file.error().rule == Rule::resource_limit);
  CHECK(oinf::validate(bytes, limits).ok());  // owns nothing
  CHECK(oinf::view(bytes, limits).has_value());
}

TEST_CASE("a report keeps no more violations than allowed, and counts the others") {
  auto bytes = metadata_file();
  for (std::size_t at = 88; at < 1616; ++at) bytes[at] = std::byte{0};  // the whole metadata table
  for (std::size_t at = 1720; at < bytes.size(); ++at) bytes[at] = std::byte{0xff};
  const std::size_t all = oinf::validate(bytes).violations().size();
  REQUIRE(all > 5);
  Limits limits;
  limits.violations = 5;
  const Report report = oinf::validate(bytes, limits);
  CHECK(report.violations().size() == 5);
  CHECK(report.dropped() == all - 5);
  CHECK(difference(oinf_files().run_generated(bytes, limits),
                   oinf_files().run_directly(bytes, limits)) == "");
}
