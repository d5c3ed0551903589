// Switches: which alternatives stand for which tags, how a writer finds the tag, when no case is
// left.
#include "plan/plan_of.h"

using schemac::plan::Alternative;
using schemac::plan::Switch;
using schemac::test::diagnostics_of;
using schemac::test::dump_of;
using schemac::test::plan_of;

namespace {

std::string with_cases(const std::string& members, const std::string& cases) {
  return R"(
schema: t
endian: le
root: File
enums:
  Kind: {type: u8, attributes: {dtype: dtype}, members: {)" +
         members + R"(}}
types:
  File:
    fields:
      - {name: kind, type: Kind}
      - name: value
        switch: kind
        cases:
)" + cases;
}

Switch switch_of(const std::string& schema) {
  return std::get<Switch>(plan_of(schema).records.back().fields.back().body.kind);
}

bool has_check(const std::string& schema, const std::string& identifier) {
  for (const auto& check : plan_of(schema).checks)
    if (check.identifier == identifier) return true;
  return false;
}

const std::string three = "A: {value: 1, dtype: f32}, B: {value: 2, dtype: u8}, C: {value: 3}";

}  // namespace

TEST_CASE("else stands for every other member") {
  const std::string schema =
      with_cases(three,
                 "          C: {type: str, prefix: u8}\n"
                 "          else: {alternative: number, ndarray: {dtype: kind.dtype, dims: []}}\n");
  const Switch choice = switch_of(schema);
  REQUIRE(choice.alternatives.size() == 2);
  CHECK(choice.alternatives[0].identifier == "c");
  CHECK(choice.alternatives[0].tags == std::vector<schemac::model::Int128>{3});
  CHECK(choice.alternatives[1].identifier == "number");
  CHECK(choice.alternatives[1].tags.empty());
  CHECK(choice.alternatives[1].tag_by_dtype == 0u);
  CHECK_FALSE(has_check(schema, "file_value_no_case"));
}

TEST_CASE("else over an attribute stands only for members that state it") {
  const std::string schema =
      with_cases(three + ", D: {value: 4}",
                 "          C: {type: str, prefix: u8}\n"
                 "          else: {alternative: number, ndarray: {dtype: kind.dtype, dims: []}}\n");
  const Switch choice = switch_of(schema);
  CHECK(choice.alternatives[1].tags == std::vector<schemac::model::Int128>{1, 2});
  CHECK(has_check(schema, "file_value_no_case"));  // D
}

TEST_CASE("a member without a case") {
  const std::string some = with_cases(three, "          A: {type: f32}\n          B: {type: u8}\n");
  CHECK(has_check(some, "file_value_no_case"));
  const std::string all = with_cases(
      three, "          A: {type: f32}\n          B: {type: u8}\n          C: {type: u16}\n");
  CHECK(dump_of(all, "record File")
            .find("switch kind no-case[file_value_no_case] | a 1: f32le {4 bytes} | b 2: u8 {1 "
                  "bytes} | c 3: u16le {2 bytes} "
                  "{1... bytes}") != std::string::npos);
}

TEST_CASE("content of an alternative is checked below the field's own frame") {
  const auto plan = plan_of(with_cases(three,
                                       "          A: {type: str, prefix: u8, charset: '[a-c]+'}\n"
                                       "          B: {type: u8}\n          C: {type: u16}\n"));
  CHECK(schemac::test::check_of(plan, "file_value_a_length_cause").field == "length");
  CHECK(schemac::test::check_of(plan, "file_value_a_charset").field.empty());
  CHECK(schemac::test::check_of(plan, "file_value_a_empty").sentence == "value is empty");
}
