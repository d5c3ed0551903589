// Where a walk goes on after a fault, and what it says on the way.
#include "direct/json/value_json.h"
#include "direct/small_schema.h"

using schemac::tests::SmallSchema;

namespace {

using Lines = std::vector<std::string>;

const char* const placed = R"(
schema: placed
endian: le
root: File
trailing: error
types:
  File:
    fields:
      - {name: n_entries, type: u8}
      - {name: offset_table, type: u8}
      - {name: offset_data, type: u8}
      - {name: entries, type: Entry, repeat: n_entries, in: table, unique: name}
    sections:
      - {name: table, begin: offset_table}
      - {name: data, begin: offset_data, order: visit, overlap: error, gaps: zero-fill}
  Entry:
    fields:
      - {name: name, type: str, prefix: u8}
      - {name: at, type: u8}
      - {name: size, type: u8}
      - {name: blob, type: bytes, in: data, at: at, size: size}
)";

const SmallSchema& schema() {
  static const SmallSchema compiled(placed);
  return compiled;
}

}  // namespace

TEST_CASE("payloads in any order, once each, and whether a writer would have another one") {
  CHECK(schema().violations("02 03 0b  01 61 0b 01  01 62 0c 01  aa bb").empty());
  CHECK(schema().violations("02 03 0b  01 61 0c 01  01 62 0b 01  aa bb") ==
        Lines{"entries[0].at 5 bad-order"});
}

TEST_CASE("the payload that begins inside another is at fault, whatever their order") {
  CHECK(schema().violations("02 03 0b  01 61 0b 02  01 62 0c 02  aa bb cc") ==
        Lines{"entries[1].at 9 overlap"});
  CHECK(schema().violations("02 03 0b  01 61 0c 02  01 62 0b 02  aa bb cc") ==
        Lines{"entries[0].at 5 overlap"});
  CHECK(schema().violations("02 03 0b  01 61 0b 02  01 62 0b 02  aa bb") ==
        Lines{"entries[1].at 9 overlap"});
}

TEST_CASE("bytes between payloads are zero") {
  CHECK(schema().violations("01 03 07  01 61 08 01  00 aa") == Lines{"entries[0].at 5 bad-order"});
  CHECK(schema().violations("01 03 07  01 61 08 01  05 aa") ==
        Lines{"data.padding 7 nonzero-padding"});
  CHECK(schema().violations("01 03 08  01 61 08 01  05 aa") ==
        Lines{"table.padding 7 nonzero-padding"});
}

TEST_CASE("the second of two equal keys is at fault, sorted or not") {
  CHECK(schema().violations("02 03 0b  01 61 0b 01  01 61 0c 01  aa bb") ==
        Lines{"entries[1].name 7 duplicate-name"});
  CHECK(schema().violations("03 03 0f  01 62 0f 00  01 61 0f 00  01 62 0f 00") ==
        Lines{"entries[2].name 11 duplicate-name"});
}

TEST_CASE("a fault in one section leaves the others readable") {
  // The second name is longer than its table; what the first entry points to is still looked at.
  const Lines lines = schema().violations("02 03 0b  01 61 20 01  09 62 0c 01  aa bb");
  CHECK(std::find(lines.begin(), lines.end(), "entries[0].at 5 out-of-bounds") != lines.end());
  CHECK(std::find(lines.begin(), lines.end(), "entries[1].name.length 7 resource-limit") !=
        lines.end());
  CHECK(std::find(lines.begin(), lines.end(), "entries[1].name 8 truncated") != lines.end());
}

TEST_CASE("what can be read of a broken file is shown") {
  CHECK(schema().read("02 03 0b  01 61 20 01  01 62 0b 01  aa",
                      schemac::direct::Reading::keep_going) ==
        R"({"entries":[{"name":"a","blob":null},{"name":"b","blob":{"hex":"aa"}}]})");
}

TEST_CASE("elements beyond the extent asked for are left out, what is after them isn't") {
  const SmallSchema table(R"(
schema: table
root: File
types:
  File:
    fields:
      - {name: n, type: u8}
      - {name: items, type: Item, repeat: n}
      - {name: marks, type: u8, repeat: n}
      - {name: last, type: u8}
  Item: {fields: [{name: x, type: u8}]}
)");
  const auto bytes = schemac::direct::from_hex("03 01 02 03 04 05 06 09");
  const auto read = [&](std::uint64_t values, bool counts_scalars) {
    using namespace schemac::direct;
    const Decoded decoded =
        decode(table.plan(), table.root(), *bytes, Reading::strict, {}, {values, counts_scalars});
    CHECK(decoded.report.ok());
    return to_json(decoded, "table", Payloads::preview).dump();
  };
  const std::string whole =
      R"({"schema":"table","values":{"items":[{"x":1},{"x":2},{"x":3}],"marks":[4,5,6],"last":9}})";
  CHECK(read(100, true) == whole);
  CHECK(read(9, false) == whole);
  CHECK(
      read(3, false) ==
      R"({"schema":"table","values":{"items":[{"x":1},{"x":2}],"marks":[4,5,6],"last":9},"left_out":1})");
  CHECK(
      read(9, true) ==
      R"({"schema":"table","values":{"items":[{"x":1},{"x":2},{"x":3}],"marks":[4,5],"last":9},"left_out":1})");
  CHECK(read(1, true) ==
        R"({"schema":"table","values":{"items":[{"x":1}],"marks":[],"last":9},"left_out":5})");
}

TEST_CASE("an empty file is truncated") {
  const Lines lines = schema().violations("");
  REQUIRE(lines.size() == 1);
  CHECK(lines.front() == "n_entries 0 truncated");
}
