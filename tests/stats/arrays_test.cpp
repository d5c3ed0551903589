// The arrays of files: which there are, what they are called, how they are shown.
#include "stats/arrays.h"

#include <nlohmann/json.hpp>

#include "direct/small_schema.h"
#include "stats/element_text.h"
#include "stats/report.h"

using namespace schemac;
using schemac::tests::SmallSchema;

namespace {

const char* const weights = R"(
schema: weights
endian: be
root: File
enums:
  Kind:
    type: u8
    attributes: {dtype: dtype}
    members:
      SHORT: {value: 1, dtype: i16}
      REAL: {value: 2, dtype: f32}
      TERNARY: {value: 3, dtype: t2}
      COMPLEX: {value: 4, dtype: c64}
types:
  File:
    fields:
      - {name: magic, const: WGHT}
      - {name: rows, type: u8, repeat: 2}
      - {name: grid, ndarray: {dtype: u16, dims: rows, order: column}}
      - {name: n_layers, type: u8}
      - {name: layers, type: Layer, repeat: n_layers, unique: label}
      - {name: n_units, type: u8}
      - {name: units, type: Unit, repeat: n_units, unique: number}
  Layer:
    fields:
      - {name: flags, type: u8, flags: {has_data: 0}}
      - {name: kind, type: Kind}
      - {name: n_dims, type: u8}
      - {name: dims, type: u16, repeat: n_dims}
      - {name: data, if: flags.has_data, ndarray: {dtype: kind.dtype, dims: dims, order: row}}
      - {name: label, type: str, prefix: u8}
  Unit:
    fields:
      - {name: number, type: u16}
      - {name: weight, type: Vector}
      - {name: bias, type: Vector}
  Vector:
    fields:
      - {name: n, type: u8, repeat: 1}
      - {name: data, ndarray: {dtype: u8, dims: n, order: row}}
)";

const SmallSchema& schema() {
  static const SmallSchema compiled(weights);
  return compiled;
}

std::vector<std::byte> file_of(const std::string& grid, const std::string& layers,
                               const std::string& units) {
  const std::string hex = schema().written(R"({"rows": )" + grid + R"(, "layers": )" + layers +
                                           R"(, "units": )" + units + "}");
  const auto bytes = direct::from_hex(hex);
  INFO(hex);
  REQUIRE(bytes);
  return *bytes;
}

const std::string no_grid = R"([0, 0], "grid": [])";

std::vector<stats::FileArray> arrays_of(Bytes bytes) {
  std::vector<stats::FileArray> found;
  static_cast<void>(
      stats::each_array(schema().plan(), schema().root(), bytes,
                        [&](const stats::FileArray& array) { found.push_back(array); }));
  return found;
}

std::string text_of(const stats::FileArray& array, bool has_colours = false) {
  return stats::to_text(array, stats::statistics_of(array), has_colours);
}

}  // namespace

TEST_CASE("an array is called by the key of its record, or by its path") {
  const auto bytes = file_of(R"([2, 3], "grid": [1, 2, 3, 4, 5, 6])",
                             R"([{"kind": "SHORT", "dims": [2], "data": [-1, 7], "label": "first"},
                                 {"kind": "REAL", "dims": [3, 4], "label": "second"}])",
                             R"([{"number": 7, "weight": {"n": [1], "data": [4]},
                                  "bias": {"n": [0], "data": []}}])");
  const auto found = arrays_of(bytes);
  REQUIRE(found.size() == 5);
  CHECK(found[0].name == "grid");
  CHECK(found[0].path == "grid");
  CHECK(found[0].offset == 6);
  CHECK(found[0].is_column_major);
  CHECK(found[1].name == "first");
  CHECK(found[1].path == "layers[0].data");
  CHECK(found[2].name == "second");
  CHECK_FALSE(found[2].has_data);
  CHECK(found[2].dims == std::vector<std::uint64_t>{3, 4});
  CHECK(found[2].dtype == Dtype::f32);
  CHECK(found[3].name == "7.weight.data");
  CHECK(found[3].path == "units[0].weight.data");
  CHECK(found[4].count() == 0);
  CHECK(found[4].has_data);
}

TEST_CASE("an array is shown with first and last values, statistics and bars") {
  const auto bytes =
      file_of(R"([3, 4], "grid": [500, 20, 30, 300, 50, 60, 50, 80, 90, 1000, 40, 240])",
              R"([{"kind": "SHORT", "dims": [5], "data": [-2, 3, 3, 3, 0], "label": "few"},
          {"kind": "REAL", "dims": [4], "data": ["nan", "inf", 1.5, 2], "label": "odd"},
          {"kind": "TERNARY", "dims": [2, 3], "data": [1, 0, -1, -1, 1, -1], "label": "t"},
          {"kind": "COMPLEX", "dims": [2], "data": [[3, -4], [0, 2.5]], "label": "c"},
          {"kind": "REAL", "dims": [1], "data": [0.1], "label": "single"},
          {"kind": "REAL", "dims": [9, 0], "data": [], "label": "empty"},
          {"kind": "SHORT", "dims": [8], "label": "declared"}])",
              "[]");
  std::string text;
  for (const auto& array : arrays_of(bytes)) text += text_of(array);
  CHECK(text == R"(grid: u16[3, 4] column-major, 24 bytes
  500 20 30 300 50 ... 80 90 1000 40 240
  min 20  max 1000  mean 205  median 70  std 276.782
   20 to  118  8  ████████████████████████████████
  118 to  216  0
  216 to  314  2  ████████
  314 to  412  0
  412 to  510  1  ████
  510 to  608  0
  608 to  706  0
  706 to  804  0
  804 to  902  0
  902 to 1000  1  ████
few: i16[5], 10 bytes
  -2 3 3 3 0
  min -2  max 3  mean 1.4  median 3  std 2.05913
  -2  1  ██████████▋
  -1  0
   0  1  ██████████▋
   1  0
   2  0
   3  3  ████████████████████████████████
odd: f32[4], 16 bytes
  nan inf 1.5 2
  min nan  max nan  mean nan  median nan  std nan
  1 nan, 1 inf, 0 -inf; 2 finite
  min 1.5  max 2  mean 1.75  median 1.75  std 0.25
   1.5 to 1.55  1  ████████████████████████████████
  1.55 to  1.6  0
   1.6 to 1.65  0
  1.65 to  1.7  0
   1.7 to 1.75  0
  1.75 to  1.8  0
   1.8 to 1.85  0
  1.85 to  1.9  0
   1.9 to 1.95  0
  1.95 to    2  1  ████████████████████████████████
t: t2[2, 3], 2 bytes
  1 0 -1 -1 1 -1
  min -1  max 1  mean -0.166667  median -0.5  std 0.897527
  -1  3  ████████████████████████████████
   0  1  ██████████▋
   1  2  █████████████████████▎
c: c64[2], 16 bytes
  3-4i 0+2.5i
  of magnitudes: min 2.5  max 5  mean 3.75  median 3.75  std 1.25
   2.5 to 2.75  1  ████████████████████████████████
  2.75 to    3  0
     3 to 3.25  0
  3.25 to  3.5  0
   3.5 to 3.75  0
  3.75 to    4  0
     4 to 4.25  0
  4.25 to  4.5  0
   4.5 to 4.75  0
  4.75 to    5  1  ████████████████████████████████
single: f32[1], 4 bytes
  0.1
empty: f32[9, 0], no elements
declared: i16[8], no data
)");
}

TEST_CASE("colours mark what they mark and change nothing else") {
  const auto bytes = file_of(no_grid, R"([{"kind": "SHORT", "dims": [2], "data": [1, 2],
                                           "label": "\u001b[31mred\n"}])",
                             "[]");
  const auto found = arrays_of(bytes);
  CHECK(text_of(found[1]).find('\x1b') == std::string::npos);
  std::string text = text_of(found[1], true);
  CHECK(text.find("\x1b[1m\\x1b[31mred\\x0a\x1b[0m") == 0);
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b')
      i = text.find('m', i);
    else
      plain += text[i];
  }
  CHECK(plain == text_of(found[1]));
}

TEST_CASE("JSON has what the terminal shows, exactly") {
  const auto bytes = file_of(no_grid,
                             R"([{"kind": "SHORT", "dims": [7], "data": [1, 2, 3, 4, 5, 6, 27],
                                  "label": "s"},
                                 {"kind": "REAL", "dims": [2], "data": ["-inf", "nan"], "label": "r"},
                                 {"kind": "REAL", "dims": [], "label": "n"}])",
                             "[]");
  const auto found = arrays_of(bytes);
  REQUIRE(found.size() == 4);
  const auto json = [&](std::size_t i) {
    return stats::to_json(found[i], stats::statistics_of(found[i])).dump();
  };
  CHECK(
      json(0) ==
      R"({"name":"grid","path":"grid","dtype":"u16","numpy":">u2","dims":[0,0],"order":"column","offset":6,)"
      R"("nbytes":0,"count":0,"first":[],"last":[]})");
  const auto s = nlohmann::ordered_json::parse(json(1));
  CHECK(s["first"].dump() == "[1,2,3,4,5]");
  CHECK(s["last"].dump() == "[6,27]");
  CHECK(s["mean"].get<double>() == 48.0 / 7);
  CHECK(s["histogram"].size() == 10);
  CHECK(s["histogram"][0].dump() == R"({"begin":1.0,"end":3.6,"count":3})");
  CHECK_FALSE(s.contains("finite"));
  const auto r = nlohmann::ordered_json::parse(json(2));
  CHECK(r["first"].dump() == R"(["-inf","nan"])");
  CHECK(r["max"] == "nan");
  CHECK(r["nan"] == 1);
  CHECK(r["inf"] == 0);
  CHECK(r["-inf"] == 1);
  CHECK(r["finite"].dump() == R"({"count":0})");
  CHECK(
      json(3) ==
      R"({"name":"n","path":"layers[2].data","dtype":"f32","numpy":">f4","dims":[],"order":"row"})");
}

TEST_CASE("of a broken file what is whole is told, and what is wrong") {
  auto bytes = file_of(no_grid,
                       R"([{"kind": "SHORT", "dims": [1], "data": [1], "label": "a"},
                           {"kind": "REAL", "dims": [1], "data": [2], "label": "b"}])",
                       "[]");
  bytes.resize(bytes.size() - 5);
  std::vector<std::string> names;
  const Report report =
      stats::each_array(schema().plan(), schema().root(), bytes,
                        [&](const stats::FileArray& array) { names.push_back(array.name); });
  CHECK(names == std::vector<std::string>{"grid", "a"});
  CHECK_FALSE(report.ok());
}

TEST_CASE("previews show each end, and nothing twice") {
  CHECK(stats::preview_of(0).first.empty());
  CHECK(stats::preview_of(10).is_whole);
  CHECK(stats::preview_of(10).last == std::vector<std::uint64_t>{5, 6, 7, 8, 9});
  CHECK_FALSE(stats::preview_of(11).is_whole);
  CHECK(stats::preview_of(11).last.front() == 6);
  CHECK(stats::preview_of(6).last == std::vector<std::uint64_t>{5});
}
