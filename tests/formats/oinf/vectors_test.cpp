// The format's real files, and those that they lack, against their manifests.
#include <catch2/catch.hpp>

#include "formats/manifest.h"
#include "formats/oinf/executors.h"

using namespace schemac::tests;

namespace {

const std::filesystem::path real = SCHEMAC_TEST_DATA "/vectors/oinf";
const std::filesystem::path made = SCHEMAC_TEST_DATA "/made/oinf";

const FileKind* any_version(const std::string&) { return &oinf_files(); }

}  // namespace

TEST_CASE("valid files are read, and canonical ones come back byte for byte") {
  check_valid_files(real, any_version);
  check_valid_files(made, any_version);
}

TEST_CASE("broken files are refused by an accepted rule at an accepted place") {
  check_broken_files(real, real, any_version);
  check_broken_files(made, real, any_version);
}
