// What a writer does with values that people type: defaults, mistakes, numbers that don't fit.
#include "direct/parse_json.h"
#include "direct/small_schema.h"

using schemac::tests::SmallSchema;

namespace {

const char* const library = R"(
schema: library
endian: le
root: File
enums:
  Kind:
    type: u8
    attributes: {dtype: dtype}
    members:
      BYTES: {value: 1, dtype: u8}
      REALS: {value: 2, dtype: f32}
types:
  File:
    fields:
      - {name: magic, const: "LIB"}
      - {name: revision, type: u8, default: 3}
      - {name: n_items, type: u8}
      - {name: items, type: Item, repeat: n_items}
  Item:
    fields:
      - {name: name, type: str, prefix: u8, charset: "[a-z]+"}
      - {name: kind, type: Kind}
      - {name: n_dims, type: u8}
      - {name: dims, type: u16, repeat: n_dims}
      - {name: data, ndarray: {dtype: kind.dtype, dims: dims, order: row}}
)";

const SmallSchema& library_schema() {
  static const SmallSchema compiled(library);
  return compiled;
}

}  // namespace

TEST_CASE("members with defaults may be missing") {
  CHECK(library_schema().written(R"({"items": []})") == "4c49420300");
  CHECK(library_schema().written(R"({"revision": 9, "items": []})") == "4c49420900");
}

TEST_CASE("arrays are written from plain numbers, nested or not") {
  const std::string expected =
      "4c49420301"
      "0161"
      "01"
      "02"
      "02000300"
      "010203040506";
  CHECK(library_schema().written(R"({"items": [{"name": "a", "kind": "BYTES", "dims": [2, 3],
                             "data": [[1, 2, 3], [4, 5, 6]]}]})") == expected);
  CHECK(library_schema().written(R"({"items": [{"name": "a", "kind": 1, "dims": [2, 3],
                             "data": {"dtype": "u8", "dims": [2, 3], "data": "AQIDBAUG"}}]})") ==
        expected);
  CHECK(library_schema().written(
            R"({"items": [{"name": "r", "kind": "REALS", "dims": [], "data": [1.5]}]})") ==
        "4c49420301"
        "0172"
        "02"
        "00"
        "0000c03f");
}

TEST_CASE("what was written is read back") {
  CHECK(
      library_schema().read("4c4942030101610101020001ff") ==
      R"({"revision":3,"items":[{"name":"a","kind":"BYTES","dims":[2],"data":{"dtype":"u8","dims":[2],"nbytes":2,)"
      R"("sha256":"4b3a43f592f577fcfcb5b0e1f42bec5182c9edc414e1f667528f56e7cf0be11d","preview":[1,255]}}]})");
}

TEST_CASE("mistakes are told with their path and a way out") {
  const auto problem = [](const char* json) { return library_schema().written(json); };
  CHECK(problem(R"({"item": []})") ==
        "item: there is no such member in File; did you mean 'items'?\nitems: is missing\n");
  CHECK(problem(R"({"items": [], "n_items": 0})").rfind("n_items: is filled in when writing", 0) ==
        0);
  CHECK(problem(R"({"items": [], "revision": 300})") ==
        "revision: 300 doesn't fit u8 (0 to 255)\n");
  CHECK(problem(R"({"items": [], "revision": "3"})") ==
        "revision: expected a whole number, not a string\n");
  CHECK(problem(R"({"items": {}})") == "items: expected a list, not an object\n");
  CHECK(problem(R"({"items": [{"name": "a", "kind": "BYTE", "dims": [], "data": [1]}]})")
            .rfind("items[0].kind: 'BYTE' is no member of Kind; did you mean 'BYTES'?", 0) == 0);
}

TEST_CASE("a member of some versions is refused with both versions named") {
  const SmallSchema versions(R"(
schema: versions
root: File
version: File.version
types:
  File:
    fields:
      - {name: version, type: u8}
      - {name: old, type: u8, until: 2}
      - {name: label, type: u8, since: 2}
)");
  CHECK(versions.written(R"({"version": 1, "old": 5})") == "0105");
  CHECK(versions.written(R"({"version": 1})") ==
        "old: is missing: old is there before version 2; this is version 1\n");
  CHECK(versions.written(R"({"version": 3, "old": 5, "label": 6})") ==
        "old: old is there before version 2; this is version 3\n");
}

TEST_CASE("a flag that says what is there is no value's to set") {
  const SmallSchema flags(R"(
schema: flags
root: File
types:
  File:
    fields:
      - {name: bits, type: u8, flags: {has_x: 0, signed: 3}}
      - {name: x, type: u8, if: bits.has_x}
)");
  CHECK(flags.written(R"({"bits": {"signed": true}, "x": 5})") == "0905");
  CHECK(flags.written(R"({"bits": {"has_x": true}, "x": 5})") ==
        "bits.has_x: is filled in when writing; leave it out\n");
  CHECK(flags.written(R"({"bits": {"signe": true}})") ==
        "bits.signe: there is no such flag; did you mean 'signed'?\n");
}

TEST_CASE("dims whose product is 0 because of the last") {
  const std::string dims = "[65535, 65535, 65535, 65535, 65535, 0]";
  CHECK(library_schema().written(R"({"items": [{"name": "a", "kind": "BYTES", "dims": )" + dims +
                                 R"(, "data": {"dtype": "u8", "dims": )" + dims +
                                 R"(, "values": []}}]})") ==
        "4c49420301"
        "0161"
        "01"
        "06ffffffffffffffffffff0000");
}

TEST_CASE("arrays that don't fit their dims or their type") {
  const auto problem = [](const std::string& data) {
    return library_schema().written(
        R"({"items": [{"name": "a", "kind": "BYTES", "dims": [2], "data": )" + data + "}]}");
  };
  CHECK(problem("[1]") == "items[0].data: u8[2] takes 2 bytes, its data has 1\n");
  CHECK(problem("[1, 256]") == "items[0].data: element 1 is no u8: 256\n");
  CHECK(problem(R"({"dtype": "f32", "values": [1, 2]})") ==
        "items[0].data: its \"dtype\" is f32, but other members say u8\n");
  CHECK(problem(R"({"dtype": "u8", "dims": [2], "data": "AQI"})") ==
        "items[0].data: \"data\" is no base64\n");
  CHECK(problem(R"({"base64": "AQI="})")
            .starts_with("items[0].data: has neither \"data\" nor \"file\""));
}

TEST_CASE("a count that doesn't fit its field names the field") {
  std::string items;
  for (int i = 0; i < 256; ++i)
    items += std::string(i == 0 ? "" : ",") + R"({"name":"a","kind":1,"dims":[],"data":[0]})";
  CHECK(library_schema().written(R"({"items": [)" + items + "]}") ==
        "n_items: 256 doesn't fit u8 (0 to 255)\n");
}

TEST_CASE("what the validator would refuse isn't written") {
  CHECK(library_schema()
            .written(R"({"items": [{"name": "A", "kind": 1, "dims": [], "data": [1]}]})")
            .find("[bad-charset]") != std::string::npos);
}

TEST_CASE("documents that aren't JSON") {
  CHECK(schemac::direct::parse_document("{").problems.size() == 1);
  CHECK(schemac::direct::parse_document("[]").problems.size() == 1);
  const auto document = schemac::direct::parse_document(R"({"schema": "a:b", "values": {"x": 1}})");
  CHECK(document.schema == "a:b");
  CHECK(document.values.dump() == R"({"x":1})");
  const auto part =
      schemac::direct::parse_document(R"({"schema": "a", "values": {}, "left_out": 3})");
  REQUIRE(part.problems.size() == 1);
  CHECK(part.problems[0].message == "holds only some of the values of a file");
}

TEST_CASE("JSON keeps the order of members, and the last one of a name") {
  const auto dumped = [](std::string_view text) {
    return schemac::direct::parse_json(text).json.dump();
  };
  CHECK(dumped(R"({"b": [1, {"c": {}}, []], "a": null, "b": -2.5, "": "x"})") ==
        R"({"b":-2.5,"a":null,"":"x"})");
  std::string many, twice;
  for (int i = 0; i < 40; ++i) {
    const std::string name = (i == 0 ? "\"m" : ",\"m") + std::to_string(i) + "\":";
    many += name + std::to_string(i);
    twice += name + std::to_string(100 + i);
  }
  CHECK(dumped("{" + many + "}") == "{" + many + "}");
  CHECK(dumped("{" + many + "," + twice + "}") == "{" + twice + "}");
  CHECK(schemac::direct::parse_json("[1, 2, 3]", 4).problem.empty());
  CHECK(schemac::direct::parse_json("[1, 2, 3]", 3).problem.rfind("has more than 3 values", 0) ==
        0);
  const auto broken = schemac::direct::parse_json(R"({"a": tru})");
  CHECK(broken.byte == 10);
  CHECK(broken.problem.find("invalid literal") != std::string::npos);
}
