// The format's real files, and those that they lack, against their manifests.
#include <catch2/catch.hpp>

#include "formats/manifest.h"
#include "formats/oinf/executors.h"

using namespace schemac::tests;

namespace {

const std::filesystem::path real = SCHEMAC_TEST_DATA "/vectors/oinf";
const std::filesystem::path made = SCHEMAC_TEST_DATA "/made/oinf";

const FileKind* version_1(const std::string& variant) {
  return variant.starts_with("oinf-v1") ? &oinf_files() : nullptr;
}

}  // namespace

TEST_CASE("valid files are read, and canonical ones come back byte for byte") {
  check_valid_files(real, version_1);
  check_valid_files(made, version_1);
}

TEST_CASE("broken files are refused by an accepted rule at an accepted place") {
  check_broken_files(real, real, version_1);
  check_broken_files(made, real, version_1);
}
