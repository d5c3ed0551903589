// What reading a file may ask of the allocator: little, whatever the file says.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "direct/walk/decode.h"
#include "direct/walk/validate.h"
#include "formats/bytes_of_file.h"
#include "formats/oinf/executors.h"
#include "memory/counted.h"
#include "oinf.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

std::uint64_t allowed(std::uint64_t file_size) {
  return file_size < 1024 ? 1u << 20 : (16u << 20) + file_size;
}

std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder :
       {"vectors/oinf", "vectors/oinf/invalid", "made/oinf", "made/oinf/invalid"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(SCHEMAC_TEST_DATA) / folder))
      if (entry.path().extension() == ".oinf") paths.push_back(entry.path());
  return paths;
}

}  // namespace

TEST_CASE("no file makes a reader ask for much memory") {
  const plan::Plan& plan = oinf_files().plan;
  for (const auto& path : all_files()) {
    INFO(path.filename());
    const auto bytes = bytes_of_file(path);
    CHECK(peak_of([&] { (void)oinf::validate(bytes); }) <= allowed(bytes.size()));
    CHECK(peak_of([&] { (void)oinf::read(bytes); }) <= allowed(bytes.size()));
    CHECK(peak_of([&] { (void)direct::validate(plan, plan.roots.front(), bytes); }) <=
          allowed(bytes.size()));
    CHECK(peak_of([&] {
            (void)direct::decode(plan, plan.roots.front(), bytes, direct::Reading::strict);
          }) <= allowed(bytes.size()));
  }
}

TEST_CASE("validating a valid file and walking over it allocate nothing") {
  const auto bytes = bytes_of_file(SCHEMAC_TEST_DATA "/vectors/oinf/v1_all_tensor_dtypes.oinf");
  const std::uint64_t before = allocation_count();
  const bool is_valid = oinf::validate(bytes).ok();
  const auto view = oinf::view(bytes);
  std::uint64_t seen = 0;
  auto tensors = view->tensors();
  for (const auto& tensor : tensors) seen += tensor.name().size() + tensor.dims().size();
  const std::uint64_t after = allocation_count();
  CHECK(is_valid);
  CHECK(seen != 0);
  CHECK_FALSE(tensors.violation());
  CHECK(after == before);
}
