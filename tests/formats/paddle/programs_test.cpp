// Programs that Python's protobuf library packed, and single faults of them, by both executors.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "formats/bytes_of_file.h"
#include "formats/comparison.h"
#include "formats/paddle/executors.h"
#include "paddle.h"
#include "portion.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path made_files = SCHEMAC_TEST_DATA "/made/paddle";

std::vector<Subject> programs() {
  return {subject(paddle_files("program"), made_files / "everything.pdmodel"),
          subject(paddle_files("program"), made_files / "perceptron.pdmodel")};
}

}  // namespace

TEST_CASE("programs are read, and come back byte for byte") {
  for (const Subject& file : programs()) {
    INFO(file.name);
    for (const Outcome& outcome :
         {file.format->run_generated(file.bytes), file.format->run_directly(file.bytes)}) {
      CHECK(outcome.report.ok());
      REQUIRE(outcome.written);
      CHECK(*outcome.written == file.bytes);
    }
  }
}

TEST_CASE("a program's values are those that it was made of") {
  const auto bytes = bytes_of_file(made_files / "everything.pdmodel");
  const auto program = paddle::read_program(bytes);
  REQUIRE(program);
  REQUIRE(program->blocks.size() == 2);
  const auto& block = program->blocks[0];
  CHECK(block.parent_idx == -1);
  CHECK_FALSE(block.forward_block_idx);
  CHECK(program->blocks[1].forward_block_idx == 0);
  const auto& table = block.vars.at(1);
  CHECK(table.type.type == paddle::VarTypeType::SELECTED_ROWS);
  REQUIRE(table.type.selected_rows);
  CHECK(table.type.selected_rows->dims == std::vector<std::int64_t>{std::int64_t{1} << 40, 8});
  const auto& attributes = block.ops.at(0).attrs;
  REQUIRE(attributes.size() == 12);
  CHECK(attributes[0].i == -7);
  CHECK(attributes[1].f == 0.5f);
  CHECK(attributes[2].s == "gr\xc3\xbcn\n\"quoted\"");
  CHECK(attributes[3].ints == std::vector<std::int32_t>{1, -1, 1 << 30});
  CHECK(attributes[4].floats == std::vector<float>{1.5f, -0.25f});
  CHECK(attributes[5].strings == std::vector<std::string>{"", "a b"});
  CHECK(attributes[6].b == true);
  CHECK(attributes[7].bools.size() == 3);
  CHECK(attributes[8].type == paddle::AttrType::BLOCK);
  CHECK(attributes[8].block_idx == 1);
  CHECK(attributes[9].l == -(std::int64_t{1} << 40));
  CHECK(attributes[11].longs.at(1) == std::int64_t{1} << 62);
  REQUIRE(program->op_version_map);
  CHECK(program->op_version_map->pair.at(0).op_version.version == 1);
}

TEST_CASE("both executors say the same of programs with a fault") {
  std::uint64_t seed = 1;
  for (const Subject& file : programs()) {
    INFO(file.name);
    Comparison compare(*file.format);
    truncate_everywhere(file.bytes, file.leaves, 8192, std::ref(compare));
    flip_every_bit(file.bytes, file.leaves, std::ref(compare));
    mutate_at_random(file.bytes, 1000, seed++, std::ref(compare));
    CHECK(compare.count > 4000 / one_of());
  }
}
