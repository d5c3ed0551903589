// What the compiler proves of numbers.
#include <catch2/catch.hpp>

#include "model/range_arithmetic.h"
#include "resolved.h"

namespace {

using schemac::model::Range;

struct RangeRow {
  const char* expression;  ///< over a: u8, b: i16, c: 1 to 4, list: u16 repeated a times
  long long min, max;
};

const RangeRow range_rows[] = {
    {"a + 1", 1, 256},
    {"a - 1", -1, 254},
    {"a * 4", 0, 1020},
    {"-b", -32767, 32768},
    {"a * b", -32768LL * 255, 32767LL * 255},
    {"b / 2", -16384, 16383},
    {"a % 8", 0, 7},
    {"b % 8", -7, 7},
    {"a / c", 0, 255},
    {"ceil_div(a, 8)", 0, 32},
    {"align_up(a, 8)", 0, 262},
    {"min(a, b)", -32768, 255},
    {"if a == 0 then 1 else a", 0, 255},
    {"len(list)", 0, 255},
    {"list[0]", 0, 65535},
    {"last(list) + a", 0, 65790},
    {"(2 + 3) * 4 - 20 / 5", 16, 16},
    {"0x10 % 3", 1, 1},
};

TEST_CASE("ranges of expressions are computed from their parts") {
  for (const RangeRow& row : range_rows) {
    CAPTURE(row.expression);
    const Resolved resolved(
        file_with(std::string("- {name: a, type: u8}\n- {name: b, type: i16}\n") +
                  "- {name: c, type: u8, valid: {min: 1, max: 4, level: error}}\n"
                  "- {name: list, type: u16, repeat: a}\n"
                  "- {name: x, type: i64, is: \"" +
                  row.expression + "\"}"));
    REQUIRE(to_text(resolved.diagnostics) == "");
    const Range values = resolved.formats.at(0).types.at(0).fields.at(4).is->values;
    CHECK(to_text(values) == to_text(Range{row.min, row.max}));
  }
}

TEST_CASE("only what readers refuse narrows a range") {
  for (const char* level : {"error", "rule", "warn"}) {
    const Resolved resolved(file_with(std::string("- {name: a, type: u8, valid: {max: 4, level: ") +
                                      level + "}}\n- {name: x, type: u64, is: a + 1}"));
    const Range values = resolved.formats.at(0).types.at(0).fields.at(1).is->values;
    CHECK(values.max == (std::string(level) == "error" ? 5 : 256));
  }
}

TEST_CASE("bounds beyond 128 bits saturate") {
  using namespace schemac::model;
  Range huge{0, max_u64};
  for (int i = 0; i < 4; ++i) huge = multiply(huge, huge);
  CHECK_FALSE(huge.fits_u64());
  CHECK(huge.min == 0);
  CHECK(add(huge, huge).max == huge.max);
  CHECK(negate(huge).max == 0);
}

}  // namespace
