// Saved models by generated code: files under any of their names, parameters by their keys.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "paddle_folder.h"
#include "schemac/io/save_folder.h"
#include "scratch_folder.h"

using namespace schemac;

namespace {

namespace fs = std::filesystem;

const fs::path made = SCHEMAC_TEST_DATA "/made/paddle";

// Names of what the program keeps, and the dimensions that it states.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> parameters_of(
    const paddle::Program& program) {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> parameters;
  for (const paddle::VarDesc& variable : program.blocks.at(0).vars) {
    const auto type = variable.type.type;
    const bool is_fed = type == paddle::VarTypeType::FEED_MINIBATCH ||
                        type == paddle::VarTypeType::FETCH_LIST || type == paddle::VarTypeType::RAW;
    if (variable.persistable.value_or(false) && !is_fed)
      parameters.emplace_back(variable.name, variable.type.lod_tensor.value().tensor.dims);
  }
  std::sort(parameters.begin(), parameters.end());
  return parameters;
}

TEST_CASE("the parameters of a model are opened by their names") {
  const auto model = paddle::ModelFolder::open((made / "separate").string());
  REQUIRE(model);
  CHECK(model->validate().empty());
  CHECK_FALSE(model->has_combined());
  const auto program = model->read_program();
  REQUIRE(program);
  const auto parameters = parameters_of(*program);
  REQUIRE(parameters.size() == 3);
  for (const auto& [name, dims] : parameters) {
    INFO(name);
    CHECK(model->has_separate(name));
    const auto tensor = model->read_separate(name);
    REQUIRE(tensor);
    CHECK(tensor->desc.dims == dims);
  }
  for (const char* name : {"../separate/steps", "..", "", "a/b"})
    CHECK(model->separate(name).error().rule == Rule::out_of_bounds);
  CHECK(model->separate("fc_1.w_0").error().rule == Rule::missing_file);
}

TEST_CASE("a file is found under each of its names") {
  for (const char* name : {"combined", "newer"}) {
    const auto model = paddle::ModelFolder::open((made / name).string());
    REQUIRE(model);
    CHECK(model->validate().empty());
    const auto combined = model->read_combined();
    REQUIRE(combined);
    const auto program = model->read_program();
    REQUIRE(program);
    CHECK(combined->records.size() == parameters_of(*program).size());
  }
}

TEST_CASE("a model is replaced as a whole, and loses nothing else") {
  const tests::ScratchFolder folder;
  const std::string path = folder.path("model");
  fs::copy(made / "combined", path);
  const auto old = paddle::ModelFolder::open(path);
  REQUIRE(old);
  const auto program = old->read_program();
  const auto combined = old->read_combined();
  REQUIRE((program && combined));
  const auto write = [&] {
    auto next = FolderReplacement::begin(path);
    REQUIRE(next);
    REQUIRE(next->save("__model__", *program));
    REQUIRE(next->save("__params__", *combined));
    return next->commit(&paddle::ModelFolder::may_be_part);
  };
  REQUIRE(write());
  const auto again = paddle::ModelFolder::open(path);
  REQUIRE(again);
  CHECK((again->read_program().value() == *program));
  CHECK((again->read_combined().value() == *combined));
  fs::copy_file(made / "separate/steps", path + "/steps");
  CHECK_FALSE(write());
  CHECK(fs::exists(path + "/steps"));
}

}  // namespace
