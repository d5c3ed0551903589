// Datasets in many files by both executors: broken in many ways, they say the same of each.
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <string>

#include "blaze_folder.h"
#include "formats/datasets.h"
#include "formats/executors.h"

namespace {

namespace fs = std::filesystem;
using namespace schemac;
using namespace schemac::tests;

const fs::path chunked = SCHEMAC_TEST_DATA "/vectors/blaze_chunked";

void compare(const fs::path& folder) {
  const auto dataset = blaze::DatasetFolder::open(folder.string());
  REQUIRE(dataset);
  CHECK(difference(dataset->validate(), plan_of("blaze"), "chunked", folder) == "");
}

}  // namespace

TEST_CASE("both executors say the same of the datasets among the vectors") {
  for (const fs::path& folder : {chunked, chunked / "invalid"})
    for (const auto& entry : fs::directory_iterator(folder)) {
      INFO(entry.path());
      if (entry.is_directory() && entry.path().filename() != "invalid") compare(entry.path());
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
