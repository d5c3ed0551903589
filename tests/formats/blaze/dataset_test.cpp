// Datasets in many files by both executors: of those among the vectors they say what the manifests
// say; of others, broken in many ways, the same.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "blaze_folder.h"
#include "formats/datasets.h"
#include "formats/executors.h"

namespace {

namespace fs = std::filesystem;
using namespace schemac;
using namespace schemac::tests;

const fs::path chunked = SCHEMAC_TEST_DATA "/vectors/blaze_chunked";

std::vector<FileViolation> found_in(const fs::path& folder) {
  const auto dataset = blaze::DatasetFolder::open(folder.string());
  REQUIRE(dataset);
  return dataset->validate();
}
void compare(const fs::path& folder) {
  CHECK(difference(found_in(folder), plan_of("blaze"), "chunked", folder) == "");
}
nlohmann::json files_of_manifest(const fs::path& folder) {
  return nlohmann::json::parse(content_of(folder / "manifest.json")).at("files");
}

}  // namespace

TEST_CASE("the datasets among the vectors are what their manifests say") {
  for (const auto& valid : files_of_manifest(chunked)) {
    const fs::path folder = chunked / valid.at("path").get<std::string>();
    INFO(folder);
    CHECK(found_in(folder).empty());
    compare(folder);
  }
  for (const auto& broken : files_of_manifest(chunked / "invalid")) {
    const fs::path folder = chunked / "invalid" / broken.at("path").get<std::string>();
    const auto file = broken.at("changes").at(0).at("path").get<std::string>();
    INFO(folder << ": " << broken.at("rule").get<std::string>());
    const auto found = found_in(folder);
    CHECK(std::any_of(found.begin(), found.end(), [&](const FileViolation& each) {
      return each.file == file &&
             id(each.violation.rule) == broken.at("rule_id").get<std::string>();
    }));
    compare(folder);
  }
}

TEST_CASE("both executors say the same of broken datasets") {
  for (const char* name : {"chunked_simple", "chunked_nested"}) {
    const ScratchFolder scratch;
    const fs::path set = scratch.path() / "set";
    fs::copy(chunked / name, set, fs::copy_options::recursive);
    std::mt19937_64 random(1);
    for (const fs::path& file : files_below(set)) {
      INFO(file);
      const std::string whole = content_of(file);
      fs::remove(file);
      compare(set);
      for (int i = 0; i < 12; ++i) {
        std::string broken = whole;
        if (i % 6 == 0)
          broken.resize(random() % broken.size());
        else
          broken[random() % std::min<std::size_t>(200, broken.size())] =
              static_cast<char>(random());
        put_file(file, broken);
        INFO(i);
        compare(set);
      }
      put_file(file, whole);
    }
  }
}
