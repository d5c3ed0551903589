// Files compared by what they mean.
#include "diff/compare.h"

#include "diff/report.h"
#include "direct/small_schema.h"

using namespace schemac;
using schemac::tests::SmallSchema;
using Lines = std::vector<std::string>;
using Json = nlohmann::ordered_json;

namespace {

const char* const everything = R"(
schema: everything
endian: le
root: File
enums:
  Colour: {type: u8, members: {red: 1, green: 2}}
types:
  Entry:
    fields:
      - {name: name, type: str, prefix: u8}
      - {name: hits, type: u32}
  Point:
    fields:
      - {name: x, type: i8}
      - {name: y, type: i8}
  Row:
    fields:
      - {name: id, type: u16}
      - {name: note, type: str, prefix: u8}
  File:
    fields:
      - {name: n_entries, type: u8}
      - {name: n_points, type: u8}
      - {name: n_rows, type: u8}
      - {name: n_numbers, type: u8}
      - {name: n_raw, type: u8}
      - {name: flags, type: u8, flags: {bold: {bit: 0}, has_extra: {bit: 1}}}
      - {name: colour, type: Colour}
      - {name: ratio, type: f32}
      - {name: tag, type: u8}
      - name: body
        switch: tag
        cases:
          1: {type: u16, alternative: number}
          2: {type: Point, alternative: point}
      - {name: entries, type: Entry, repeat: n_entries, unique: name}
      - {name: points, type: Point, repeat: n_points}
      - {name: rows, type: Row, repeat: n_rows, unique: id}
      - {name: numbers, type: u16, repeat: n_numbers}
      - {name: raw, type: bytes, size: n_raw}
      - {name: extra, type: u32, if: flags.has_extra}
)";

const SmallSchema& schema_of_everything() {
  static const SmallSchema compiled(everything);
  return compiled;
}

Json values() {
  return Json::parse(R"({
    "flags": {"bold": false}, "colour": "red", "ratio": 0.5, "body": {"number": 7},
    "entries": [{"name": "a", "hits": 1}, {"name": "b", "hits": 2}, {"name": "c", "hits": 3}],
    "points": [{"x": 1, "y": 1}, {"x": 2, "y": 2}, {"x": 3, "y": 3}],
    "rows": [{"id": 10, "note": "ten"}, {"id": 20, "note": "twenty"}],
    "numbers": [1, 2, 3], "raw": {"hex": "00010203"}, "extra": null})");
}

struct Decoded {
  explicit Decoded(const Json& json) {
    const std::string hex = schema_of_everything().written(json.dump());
    const auto found = direct::from_hex(hex);
    INFO(hex);
    REQUIRE(found);
    bytes = *found;
    result = direct::decode(schema_of_everything().plan(), schema_of_everything().root(), bytes,
                            direct::Reading::strict);
    REQUIRE(result.report.ok());
  }
  std::vector<std::byte> bytes;
  direct::Decoded result;
};

diff::Comparison comparison_of(const Json& a, const Json& b) {
  const Decoded one(a), other(b);
  return diff::compare(schema_of_everything().plan(), schema_of_everything().root(),
                       one.result.values, other.result.values);
}

// "~ path: a -> b"
Lines lines_of(const diff::Comparison& comparison) {
  Lines lines;
  for (const diff::Difference& each : comparison.differences) {
    std::string line(1, "+-~="[static_cast<std::size_t>(each.change)]);
    line += ' ' + each.path + ':';
    if (each.a) line += ' ' + each.a->text;
    line += " ->";
    if (each.b) line += ' ' + each.b->text;
    lines.push_back(std::move(line));
  }
  return lines;
}

// The differences between the values above and those that `change` makes of them.
template <class Change>
Lines after(Change change) {
  auto changed = values();
  change(changed);
  return lines_of(comparison_of(values(), changed));
}

}  // namespace

TEST_CASE("what means the same has no difference") {
  CHECK(comparison_of(values(), values()).is_same());
}

TEST_CASE("single values") {
  CHECK(after([](auto& v) { v["colour"] = "green"; }) == Lines{"~ colour: red -> green"});
  CHECK(after([](auto& v) { v["ratio"] = 0.25; }) == Lines{"~ ratio: 0.5 -> 0.25"});
  CHECK(after([](auto& v) { v["flags"]["bold"] = true; }) == Lines{"~ flags.bold: false -> true"});
  CHECK(after([](auto& v) { v["extra"] = 9; }) == Lines{"+ extra: -> 9"});
  CHECK(after([](auto& v) { v["numbers"] = {1, 2, 4}; }) == Lines{"~ numbers: [1,2,3] -> [1,2,4]"});
  CHECK(after([](auto& v) { v["raw"]["hex"] = "00ff"; }) == Lines{"~ raw: 00010203 -> 00ff"});
}

TEST_CASE("alternatives") {
  CHECK(after([](auto& v) { v["body"] = {{"number", 8}}; }) == Lines{"~ body: 7 -> 8"});
  CHECK(after([](auto& v) {
          v["body"] = {{"point", {{"x", 7}, {"y", 0}}}};
        }) == Lines{"~ body: number: 7 -> point: {x: 7, y: 0}"});
}

TEST_CASE("elements with keys are found by them") {
  CHECK(after([](auto& v) {
          v["entries"].insert(v["entries"].begin(), Json({{"name", "new"}, {"hits", 0}}));
        }) == Lines{"+ entries[\"new\"]: -> {name: \"new\", hits: 0}"});
  CHECK(after([](auto& v) { v["entries"].erase(0); }) ==
        Lines{"- entries[\"a\"]: {name: \"a\", hits: 1} ->"});
  CHECK(after([](auto& v) {
          v["entries"].erase(0);
          v["entries"][1]["hits"] = 30;
        }) ==
        Lines{"- entries[\"a\"]: {name: \"a\", hits: 1} ->", "~ entries[\"c\"].hits: 3 -> 30"});
  CHECK(after([](auto& v) { v["rows"][1]["note"] = "20"; }) ==
        Lines{"~ rows[id: 20].note: \"twenty\" -> \"20\""});
}

TEST_CASE("another order is one difference") {
  CHECK(after([](auto& v) { std::swap(v["entries"][0], v["entries"][2]); }) ==
        Lines{"= entries: 3 elements -> 3 elements"});
}

TEST_CASE("places are those of each file") {
  auto changed = values();
  changed["entries"].erase(0);
  changed["entries"][1]["hits"] = 30;
  const auto comparison = comparison_of(values(), changed);
  REQUIRE(comparison.differences.size() == 2);
  CHECK(comparison.differences[0].a->path == "entries[0]");
  CHECK(!comparison.differences[0].b);
  CHECK(comparison.differences[1].a->path == "entries[2].hits");
  CHECK(comparison.differences[1].b->path == "entries[1].hits");
  CHECK(comparison.count(diff::Change::changed) == 1);
}

TEST_CASE("elements without keys are found by their neighbours") {
  CHECK(after([](auto& v) { v["points"][1]["x"] = 9; }) == Lines{"~ points[1].x: 2 -> 9"});
  CHECK(after([](auto& v) {
          v["points"].insert(v["points"].begin() + 1, Json({{"x", 9}, {"y", 9}}));
        }) == Lines{"+ points[1]: -> {x: 9, y: 9}"});
  CHECK(after([](auto& v) { v["points"].erase(0); }) == Lines{"- points[0]: {x: 1, y: 1} ->"});
  CHECK(after([](auto& v) { v["points"].clear(); }) == Lines{"- points[0]: {x: 1, y: 1} ->",
                                                             "- points[1]: {x: 2, y: 2} ->",
                                                             "- points[2]: {x: 3, y: 3} ->"});
}

TEST_CASE("long lists of numbers are counted") {
  auto one = values(), other = values();
  one["numbers"] = std::vector<int>(100, 5);
  other["numbers"] = std::vector<int>(100, 5);
  other["numbers"][40] = 65;
  const auto comparison = comparison_of(one, other);
  REQUIRE(comparison.differences.size() == 1);
  const diff::Difference& found = comparison.differences[0];
  REQUIRE(found.elements);
  CHECK(found.elements->differing == 1);
  CHECK(found.elements->largest == 60);
  CHECK(found.elements->mean == 0.6);
  CHECK(found.largest_at == std::vector<std::uint64_t>{40});
  const std::string text = diff::to_text(comparison, {"a", "b", "everything", 4}, false);
  CHECK(text ==
        "--- a\n+++ b\n"
        "~ numbers  u16[100]: 1 of 100 elements differs; largest difference 60 at [40], mean 0.6\n"
        "1 difference (everything): 1 changed; bytes differ from byte 4 on\n");
}

TEST_CASE("names of files and texts in them stay on their line") {
  auto changed = values();
  changed["rows"][0]["note"] = "\x1b[2J\n\x7f";
  const std::string text =
      diff::to_text(comparison_of(values(), changed), {"a\n", "\x1b", "x", 1}, false);
  for (const char ch : text) CHECK((ch == '\n' || (ch >= 0x20 && ch != 0x7f)));
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
}

TEST_CASE("the first byte that differs") {
  std::vector<std::byte> a(200'000), b(200'000);
  CHECK(!diff::first_difference(a, b));
  CHECK(diff::first_difference(a, Bytes(b).first(199'999)) == 199'999);
  b[65'536] = b[199'999] = std::byte{1};
  CHECK(diff::first_difference(a, b) == 65'536);
  CHECK(!diff::first_difference({}, {}));
}

TEST_CASE("an element of a column-major array has its indices") {
  const SmallSchema columns(R"(
schema: columns
endian: le
root: File
types:
  File:
    fields:
      - {name: ndim, type: u8}
      - {name: dims, type: u8, repeat: ndim}
      - {name: data, ndarray: {dtype: u8, dims: dims, order: column}}
)");
  const auto a = direct::from_hex("02 02 03  00 00 00 00 00 00");
  const auto b = direct::from_hex("02 02 03  00 00 00 09 00 00");
  REQUIRE((a && b));
  const auto one = direct::decode(columns.plan(), columns.root(), *a, direct::Reading::strict);
  const auto other = direct::decode(columns.plan(), columns.root(), *b, direct::Reading::strict);
  const auto comparison = diff::compare(columns.plan(), columns.root(), one.values, other.values);
  REQUIRE(comparison.differences.size() == 1);
  CHECK(comparison.differences[0].largest_at == std::vector<std::uint64_t>{1, 1});
}
