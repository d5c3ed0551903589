// Saved models by both executors: broken in many ways, they say the same of each.
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <string>

#include "formats/datasets.h"
#include "formats/executors.h"
#include "paddle_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace schemac;
using namespace schemac::tests;

std::vector<FileViolation> found_in(const fs::path& folder) {
  const auto model = paddle::ModelFolder::open(folder.string());
  REQUIRE(model);
  return model->validate();
}
void compare(const fs::path& folder) {
  CHECK(difference(found_in(folder), plan_of("paddle"), "model", folder) == "");
}

}  // namespace

TEST_CASE("both executors say the same of broken models") {
  for (const char* name : {"combined", "newer", "separate"}) {
    const ScratchFolder scratch;
    const fs::path model = scratch.path() / "model";
    fs::copy(fs::path(SCHEMAC_TEST_DATA "/made/paddle") / name, model);
    INFO(name);
    CHECK(found_in(model).empty());
    compare(model);
    std::mt19937_64 random(1);
    for (const fs::path& file : files_below(model)) {
      INFO(file.filename());
      const std::string whole = content_of(file);
      fs::remove(file);
      compare(model);
      for (int i = 0; i < 24; ++i) {
        std::string broken = whole;
        if (i % 6 == 0)
          broken.resize(random() % broken.size());
        else
          broken[random() % broken.size()] = static_cast<char>(random());
        put_file(file, broken);
        INFO(i);
        compare(model);
      }
      put_file(file, whole);
    }
  }
}

TEST_CASE("what is said across the files of a model is checked") {
  const ScratchFolder scratch;
  const fs::path model = scratch.path() / "model";
  fs::copy(SCHEMAC_TEST_DATA "/made/paddle/separate", model);
  const auto lines = [&] {
    std::vector<std::string> out;
    for (const auto& [file, violation] : found_in(model))
      out.push_back(file + " " + violation.path + " " + std::string(id(violation.rule)));
    return out;
  };
  fs::copy_file(model / "steps", model / "fc_0.b_0", fs::copy_options::overwrite_existing);
  CHECK(lines() == std::vector<std::string>{"fc_0.b_0 desc.data_type bad-type",
                                            "fc_0.b_0 desc.dims size-mismatch"});
  fs::remove(model / "fc_0.b_0");
  CHECK(lines() == std::vector<std::string>{"fc_0.b_0 separate[0] missing-file"});
  compare(model);
  fs::create_symlink("/etc/passwd", model / "fc_0.b_0");
  CHECK(lines() == std::vector<std::string>{"fc_0.b_0 separate[0] out-of-bounds"});
  compare(model);
  // A program may name its variables as it likes.
  std::string program = content_of(model / "__model__");
  program.replace(program.find("fc_0.b_0"), 8, "../fc_0b");
  put_file(model / "__model__", program);
  CHECK(lines() == std::vector<std::string>{"__model__ blocks[0].vars[5].name out-of-bounds"});
  compare(model);
}
