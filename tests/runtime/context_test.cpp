// What a walk notes, and how a fault is told: cause and effect, paths, limits, sentences.
#include "schemac/check/context.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "schemac/check/rejection.h"

namespace {

using schemac::Level;
using schemac::Rule;

std::vector<std::string> lines_of(const schemac::Report& report) {
  std::vector<std::string> lines;
  for (const schemac::Violation& violation : report.violations())
    lines.push_back(violation.path + " " + std::to_string(violation.offset) + " " +
                    std::string(id(violation.rule)) + " " + violation.message);
  return lines;
}

constexpr schemac::impl::Check cause{Rule::bad_count, "n", "{a} announced: {b} needed, {c} left"};
constexpr schemac::impl::StretchField fixed_parts[] = {{"first", 4}, {"second", 2}, {"third", 8}};
constexpr schemac::impl::StretchField counted_parts[] = {{"dims", 8, true, true}, {"size", 8}};
constexpr schemac::impl::StretchField payload_parts[] = {{"characters", 1, true, false}};

struct FaultRow {
  std::string name;
  schemac::impl::Stretch stretch;
  std::uint64_t begin, end;  // in a file of 64 bytes
  std::uint64_t count;
  std::vector<std::string> lines;
};

const FaultRow fault_rows[] = {
    {"the first field isn't whole",
     {fixed_parts, nullptr},
     10,
     13,
     0,
     {"t.first 10 truncated 4 bytes needed, 3 left"}},
    {"nothing is left",
     {fixed_parts, nullptr},
     10,
     10,
     0,
     {"t.first 10 truncated 4 bytes needed, 0 left"}},
    {"the last field isn't whole",
     {fixed_parts, nullptr},
     10,
     23,
     0,
     {"t.third 16 truncated 8 bytes needed, 7 left"}},
    {"more elements than bytes in the region",
     {counted_parts, &cause},
     8,
     30,
     4,
     {"t.n 2 bad-count 4 announced: 40 needed, 22 left",
      "t.dims[2] 24 truncated 8 bytes needed, 6 left"}},
    {"more than the file has",
     {counted_parts, &cause},
     8,
     64,
     100,
     {"t.n 2 resource-limit 100 announced: 808 needed, 56 left",
      "t.dims[7] 64 truncated 8 bytes needed, 0 left"}},
    {"more than 64 bits can tell",
     {counted_parts, &cause},
     8,
     64,
     std::uint64_t{1} << 62,
     {"t.n 2 resource-limit 4611686018427387904 announced: 18446744073709551615 needed, 56 left",
      "t.dims[7] 64 truncated 8 bytes needed, 0 left"}},
    {"what stands after the elements",
     {counted_parts, &cause},
     8,
     20,
     1,
     {"t.n 2 bad-count 1 announced: 16 needed, 12 left",
      "t.size 16 truncated 8 bytes needed, 4 left"}},
    {"a count of nothing announces nothing",
     {counted_parts, &cause},
     8,
     10,
     0,
     {"t.size 8 truncated 8 bytes needed, 2 left"}},
    {"a payload is missing as a whole",
     {payload_parts, &cause},
     8,
     20,
     13,
     {"t.n 2 bad-count 13 announced: 13 needed, 12 left",
      "t.characters 8 truncated 13 bytes needed, 12 left"}},
};

TEST_CASE("a fault tells the first field that isn't whole, and what announced more than there is") {
  const std::vector<std::byte> space(64);
  for (const FaultRow& row : fault_rows) {
    schemac::impl::Context context(space, {}, schemac::impl::Strictness::validate);
    const schemac::impl::Frame root;
    const schemac::impl::Frame frame{&root, "t"};
    const schemac::impl::Fault fault{&row.stretch, space.data() + row.begin, space.data() + row.end,
                                     space.data() + 2, row.count};
    INFO(row.name);
    CHECK_FALSE(context.note(fault, frame));
    CHECK(lines_of(context.take_report()) == row.lines);
  }
}

constexpr schemac::impl::Check error{Rule::bad_value, "x", "error", {}, Level::error};
constexpr schemac::impl::Check rule{Rule::bad_value, "y", "rule", "own-name"};
constexpr schemac::impl::Check remark{Rule::bad_order, "", "remark", {}, Level::canonical};

TEST_CASE("a reader stops at its first error and makes no other check") {
  const std::vector<std::byte> space(4);
  schemac::impl::Context context(space, {}, schemac::impl::Strictness::read);
  CHECK_FALSE(context.checks_rules());
  CHECK(context.note(rule, {}, 1));
  CHECK_FALSE(context.stopped());
  CHECK_FALSE(context.note(error, {}, 2));
  CHECK(context.stopped());
  CHECK_FALSE(context.note(error, {}, std::uint64_t{0}));
  CHECK(lines_of(context.take_report()) == std::vector<std::string>{"x 2 bad-value error"});
}

TEST_CASE("remarks give way to what makes a file not valid") {
  const std::vector<std::byte> space(8);
  const schemac::impl::Frame root;
  const auto report_of = [&](std::uint32_t most,
                             std::initializer_list<const schemac::impl::Check*> found) {
    schemac::Limits limits;
    limits.violations = most;
    schemac::impl::Context context(space, limits, schemac::impl::Strictness::validate);
    std::uint64_t at = 0;
    for (const schemac::impl::Check* check : found) CHECK(context.note(*check, root, at++));
    return context.take_report();
  };
  const auto late = report_of(2, {&remark, &remark, &remark, &error, &rule, &error});
  CHECK(lines_of(late) == std::vector<std::string>{"x 3 bad-value error", "y 4 bad-value rule"});
  CHECK(late.dropped() == 4);
  CHECK(late.count() == 6);
  CHECK(late.worst_dropped() == schemac::Level::error);
  CHECK_FALSE(late.ok());
  const auto remarks = report_of(1, {&remark, &remark});
  CHECK(remarks.ok());
  CHECK(remarks.worst_dropped() == remark.level);
  const auto none = report_of(0, {&rule});
  CHECK(none.violations().empty());
  CHECK(none.first() == nullptr);
  CHECK_FALSE(none.ok());
  CHECK(report_of(0, {&remark}).ok());
}

TEST_CASE("a validator collects, in order of offset, up to its limit") {
  const std::vector<std::byte> space(4);
  schemac::Limits limits;
  limits.violations = 3;
  schemac::impl::Context context(space, limits, schemac::impl::Strictness::validate);
  const schemac::impl::Frame root;
  const schemac::impl::Frame item{&root, "items", 7};
  const schemac::impl::Frame inner{&item, "value"};
  CHECK(context.note(rule, inner, 3));
  CHECK(context.note(error, item, 1));
  CHECK(context.note(remark, item, 1));
  CHECK(context.note(error, root, std::uint64_t{0}));
  const schemac::Report report = context.take_report();
  CHECK(lines_of(report) == std::vector<std::string>{"x 0 bad-value error",
                                                     "items[7].x 1 bad-value error",
                                                     "items[7].value.y 3 bad-value rule"});
  CHECK(report.dropped() == 1);
  CHECK_FALSE(report.ok());
  CHECK(report.first()->path == "x");
  CHECK(report.violations()[2].name == "own-name");
}

TEST_CASE("remarks alone leave a report fine") {
  schemac::impl::Context context({}, {}, schemac::impl::Strictness::validate);
  context.note(remark, {}, std::uint64_t{0});
  CHECK(context.take_report().ok());
}

TEST_CASE("elements are counted against a budget") {
  schemac::Limits limits;
  limits.elements = 10;
  schemac::impl::Context context({}, limits, schemac::impl::Strictness::read);
  CHECK(context.take_elements(4));
  CHECK_FALSE(context.take_elements(7));
  CHECK(context.take_elements(6));
  CHECK(context.take_elements(0));
  CHECK_FALSE(context.take_elements(1));
}

TEST_CASE("elements that many offsets lead to are bounded by the size of the file") {
  const std::vector<std::byte> file(100), decoded(10);
  schemac::Limits limits;
  limits.shared_elements = 50;
  limits.elements_per_byte = 2;
  schemac::impl::Context context(file, limits, schemac::impl::Strictness::read);
  CHECK(context.limits().elements == 250);
  CHECK(context.take_elements(250));
  CHECK_FALSE(context.take_elements(1));
  context.open_space(decoded, file.data());
  CHECK(context.take_elements(20));
  CHECK_FALSE(context.take_elements(1));
}

TEST_CASE("sentences show numbers as they are asked for") {
  struct Row {
    std::string sentence;
    schemac::impl::Facts facts;
    std::string text;
  };
  const Row rows[] = {
      {"plain", {}, "plain"},
      {"{a} of {b}, not {c}", {1, 2, 18446744073709551615u}, "1 of 2, not 18446744073709551615"},
      {"{a:i}", {18446744073709551615u}, "-1"},
      {"byte {a:x}", {0x7f}, "byte 0x7f"},
      {"{text} twice", {0, 0, 0, "a'b\n"}, "'a\\x27b\\x0a' twice"},
      {"{text}", {0, 0, 0, std::string_view("\xff\\", 2)}, "'\\xff\\x5c'"},
  };
  for (const Row& row : rows) {
    const schemac::impl::Check check{Rule::bad_value, "", row.sentence, {}, Level::error};
    CHECK(message(check, row.facts) == row.text);
  }
  const std::string long_text(100, 'x');
  const schemac::impl::Check check{Rule::bad_value, "", "{text}", {}, Level::error};
  CHECK(message(check, {0, 0, 0, long_text}) == "'" + std::string(64, 'x') + "'...");
}

TEST_CASE("a rejected value says where it is and what it breaks") {
  schemac::impl::Rejection rejection;
  const schemac::impl::Frame root;
  const schemac::impl::Frame frame{&root, "tensors", 3};
  CHECK_FALSE(rejection.reject_large(frame, "name.length", 300, 255));
  CHECK_FALSE(rejection.reject_size(frame, "data", 12, 16));  // only the first one counts
  const schemac::Violation violation = rejection.take();
  CHECK(violation.path == "tensors[3].name.length");
  CHECK(violation.rule == Rule::overflow);
  CHECK(violation.offset == 0);
  CHECK(violation.message == "300 doesn't fit; 255 is the most");
}

}  // namespace
