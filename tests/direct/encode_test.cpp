// What a writer does with values that people type: defaults, mistakes, numbers that don't fit.
#include "direct/json/parse_json.h"
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
      R"({"revision":3,"items":[{"name":"a","kind":"BYTES","dims":[2],"data":{"dtype":"u8","numpy":"|u1","dims":[2],"nbytes":2,)"
      R"("sha256":"4b3a43f592f577fcfcb5b0e1f42bec5182c9edc414e1f667528f56e7cf0be11d","preview":[1,255]}}]})");
}

TEST_CASE("mistakes are told with their path and a way out") {
  const auto problem = [](const char* json) { return library_schema().written(json); };
  CHECK(problem(R"({"item": []})") ==
        "item: there is no such member in File; did you mean 'items'?\n");
  CHECK(problem(R"({"items": [], "colour": 1})") ==
        "colour: there is no such member in File; its members are revision and items\n");
  CHECK(problem(R"({"items": [], "n_items": 0})").rfind("n_items: is filled in when writing", 0) ==
        0);
  CHECK(problem(R"({"items": [], "revision": 300})") ==
        "revision: 300 doesn't fit u8 (0 to 255)\n");
  CHECK(problem(R"({"items": [], "revision": "3"})") ==
        "revision: expected a whole number, not a string\n");
  CHECK(problem(R"({"items": {}})") == "items: expected a list, not an object\n");
  CHECK(problem(R"({"items": [{"name": "a", "kind": "BYTE", "dims": [], "data": [1]}]})")
            .rfind("items[0].kind: 'BYTE' is not a member of Kind; did you mean 'BYTES'?", 0) == 0);
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
        "old: is missing: old is there before version 2; this is version 1 [bad-version]\n");
  CHECK(versions.written(R"({"version": 3, "old": 5, "label": 6})") ==
        "old: old is there before version 2; this is version 3 [bad-version]\n");
}

TEST_CASE("an alternative that isn't there is answered with those that are") {
  const SmallSchema choice(R"(
schema: choice
root: File
types:
  File:
    fields:
      - {name: tag, type: u8}
      - {name: x, switch: tag, cases: {1: {type: u8, alternative: small}, 2: {type: i8, alternative: cold}}}
)");
  CHECK(choice.written(R"({"x": {"cold": -1}})") == "02ff");
  CHECK(choice.written(R"({"x": {"huge": 1}})") ==
        "x: there is no alternative 'huge'; the alternatives are small and cold\n");
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
  CHECK(problem("[1]") ==
        "items[0].data: holds 1, but needs 2 [size-mismatch]; u8[2] takes 2 bytes\n");
  CHECK(problem("[1, 256]") == "items[0].data: element 1 is not of type u8: 256\n");
  CHECK(problem(R"({"dtype": "f32", "values": [1, 2]})") ==
        "items[0].data: its \"dtype\" is f32, but other members say u8\n");
  CHECK(problem(R"({"dtype": "float", "values": [1, 2]})")
            .starts_with("items[0].data: \"dtype\" names no element type: \"float\"; the element "
                         "types are u8, u16, "));
  CHECK(problem(R"({"dtype": "u8", "dims": [2], "data": "AQI"})") ==
        "items[0].data: \"data\" is not base64\n");
  CHECK(problem(R"({"base64": "AQI="})")
            .starts_with("items[0].data: has neither \"data\" nor \"file\""));
}

TEST_CASE("packed elements are counted: their bytes don't tell how many there are") {
  const SmallSchema bits(R"(
schema: bits
root: File
types:
  File:
    fields:
      - {name: rows, type: u8}
      - {name: columns, type: u8}
      - {name: signs, ndarray: {dtype: t1, dims: [rows, columns], order: row}}
)");
  const auto written = [&](const std::string& signs) {
    return bits.written(R"({"rows": 1, "columns": 5, "signs": )" + signs + "}");
  };
  CHECK(written("[1, -1, 1, 1, -1]") == "01050d");
  CHECK(written("[1, -1, 1]") == "signs: t1[1, 5] has 5 elements, but its data has 3\n");
  CHECK(written("[1, -1, 1, 1, -1, 1, 1, 1]") ==
        "signs: t1[1, 5] has 5 elements, but its data has 8\n");
  CHECK(written(R"({"dtype": "t1", "dims": [1, 5], "values": [[1, -1, 1]]})") ==
        "signs: t1[1, 5] has 5 elements, but its data has 3\n");
  // Bytes are those of a file, whatever is after the last element.
  CHECK(written(R"({"dtype": "t1", "dims": [1, 5], "data": "7Q=="})") == "0105ed");
  CHECK(written(R"({"dtype": "t1", "dims": [1, 5], "data": "7QE="})") ==
        "signs: holds 2, but needs 1 [size-mismatch]; t1[1, 5] takes 1 byte\n");
}

TEST_CASE("a count that doesn't fit its field names the field") {
  std::string items;
  for (int i = 0; i < 256; ++i)
    items += std::string(i == 0 ? "" : ",") + R"({"name":"a","kind":1,"dims":[],"data":[0]})";
  CHECK(library_schema().written(R"({"items": [)" + items + "]}") ==
        "n_items: 256 doesn't fit; 255 is the most [overflow]\n");
}

TEST_CASE("what the validator would refuse isn't written") {
  CHECK(library_schema()
            .written(R"({"items": [{"name": "A", "kind": 1, "dims": [], "data": [1]}]})")
            .find("[bad-charset]") != std::string::npos);
}

TEST_CASE("stored bytes that couldn't be decoded as the file stated are refused") {
  const SmallSchema schema(R"(
schema: stored
endian: le
root: File
types:
  File:
    fields:
      - {name: size, type: u8}
      - {name: plain, type: u8}
      - {name: text, type: bytes, size: size, codec: {by: zlib, size: plain}}
)");
  const char* const stored = R"("stored": "eJxLTEokAgIAGmMOeg==")";  // 38 bytes, decoded
  CHECK(schema.written(R"({"text": {)" + std::string(stored) + "}}") ==
        "0d26789c4b4c4a240202001a630e7a");
  CHECK(schema.written(R"({"text": {"undecodable": "has another size", )" + std::string(stored) +
                       "}}") == "text: can't be decoded [bad-value]\n");
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

TEST_CASE("JSON keeps the order of members") {
  const auto dumped = [](std::string_view text) {
    return schemac::direct::parse_json(text).json.dump();
  };
  CHECK(dumped(R"({"b": [1, {"c": {}}, []], "a": null, "c": -2.5, "": "x"})") ==
        R"({"b":[1,{"c":{}},[]],"a":null,"c":-2.5,"":"x"})");
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += (i == 0 ? "\"m" : ",\"m") + std::to_string(i) + "\":" + std::to_string(i);
  CHECK(dumped("{" + many + "}") == "{" + many + "}");
  CHECK(schemac::direct::parse_json("[1, 2, 3]", 4).problem.empty());
  CHECK(schemac::direct::parse_json("[1, 2, 3]", 3).problem.rfind("has more than 3 values", 0) ==
        0);
  const auto nested = [](std::size_t depth) {
    return schemac::direct::parse_json(std::string(depth, '[') + std::string(depth, ']')).problem;
  };
  CHECK(nested(5000).empty());
  CHECK(nested(5001).ends_with("more than 5000 deep [nesting-limit]"));
  const auto broken = schemac::direct::parse_json(R"({"a": tru})");
  CHECK(broken.byte == 10);
  CHECK(broken.problem.find("invalid literal") != std::string::npos);
  using namespace std::string_view_literals;
  CHECK(schemac::direct::parse_json("[1]\0}"sv).byte == 4);
  CHECK(schemac::direct::parse_json("[\"a\0\"]"sv).byte == 4);
  CHECK(schemac::direct::parse_json("[1, -1e400]").problem ==
        "has a number beyond 64-bit floating point, up to byte 10");
}

TEST_CASE("members of one name are told, none of them counts") {
  const auto path = [](std::string_view text) {
    const auto document = schemac::direct::parse_document(text);
    return document.problems.empty() ? "" : to_string(document.problems.front());
  };
  CHECK(path(R"({"x": {"a": 1, "a": 2}})") == "x.a: occurs twice in its object");
  CHECK(path(R"({"schema": "s", "values": {"x": [0, {"a": {}, "b": 1, "\u0061": 2}]}})") ==
        "x[1].a: occurs twice in its object");
  CHECK(path(R"({"schema": "s", "schema": "t", "values": {}})") ==
        "schema: occurs twice in its object");
  std::string many;
  for (int i = 0; i < 40; ++i) many += "\"m" + std::to_string(i) + "\":0,";
  CHECK(path("{" + many + R"("m7": {}})") == "m7: occurs twice in its object");
  CHECK(path("{" + many + R"("m39": {}})") == "m39: occurs twice in its object");
  CHECK(path("{" + many + R"("m40": {}})").empty());
}

TEST_CASE("real numbers that don't fit are no infinities") {
  const SmallSchema reals(R"(
schema: reals
endian: le
root: File
types:
  Packed: {wire: msgpack, fields: [{name: x, type: f32}]}
  File:
    fields:
      - {name: a, type: f32}
      - {name: b, type: f16}
      - {name: c, type: bf16}
      - {name: d, type: f8e5m2}
      - {name: packed, type: Packed}
      - {name: n, type: u8}
      - {name: list, type: f32, repeat: n}
      - {name: data, ndarray: {dtype: f16, dims: [n], order: row}}
)");
  const auto written = [&](const std::string& a, const std::string& b, const std::string& c,
                           const std::string& d, const std::string& x, const std::string& list,
                           const std::string& data) {
    return reals.written(R"({"a": )" + a + R"(, "b": )" + b + R"(, "c": )" + c + R"(, "d": )" + d +
                         R"(, "packed": {"x": )" + x + R"(}, "list": [1, )" + list +
                         R"(], "data": {"dtype": "f16", "dims": [2], "values": [1, )" + data +
                         "]}}");
  };
  // The largest number of each, and what is rounded to it.
  CHECK(written("3.4028235e38", "65519", "3.3895e38", "-61439", "-3.4028235e38", "1e-400",
                "-65504") == "ffff7f7fff7b7f7ffbcaff7fffff020000803f00000000003cfffb");
  CHECK(written("1e39", "65520", "3.4e38", "-61440", "-1e39", "1e39", "-65520") ==
        "a: 1e+39 doesn't fit f32\n"
        "b: 65520 doesn't fit f16\n"
        "c: 3.4e+38 doesn't fit bf16\n"
        "d: -61440 doesn't fit f8e5m2\n"
        "packed.x: -1e+39 doesn't fit f32\n"
        "list[1]: 1e+39 doesn't fit f32\n"
        "data: element 1 is not of type f16: -65520\n");
  CHECK(written(R"("inf")", R"("-inf")", R"("inf")", R"("-inf")", R"("inf")", R"("inf")",
                R"("inf")") == "0000807f00fc807ffcca7f800000020000803f0000807f003c007c");
}

TEST_CASE("what is wrong in values of no type is told with its place") {
  const std::string schema = R"(
schema: open
wire: msgpack
root: File
types:
  File:
    fields:
      - {name: x, type: any}
      - {name: items, type: any, repeat: head}
)";
  const SmallSchema open(schema);
  const auto problem = [&](const std::string& x) {
    const std::string text = open.written(R"({"x": )" + x + R"(, "items": []})");
    return text.substr(0, text.find('\n'));
  };
  CHECK(
      problem(R"([1, [2, {"a": {"hex": "q"}}]])") ==
      R"(x[1][1].a: {"hex":"q"} says no value; write {"hex": "00ff"} for bytes, with "text": true )"
      R"(for a text, or "\hex" for a member of that name)");
  CHECK(problem(R"({"ext": 300, "hex": ""})")
            .starts_with(R"(x: {"ext":300,"hex":""} says no value)"));
  CHECK(
      problem(R"({"real": "zz"})").starts_with(R"(x: {"real":"zz"} says no value; write {"real")"));
  CHECK(problem(R"({"map": [[1, 2], [3]]})") == "x[1]: is not a pair, [key, value]");
  CHECK(
      problem(R"({"map": [[1, {"tuple": 5}]]})").starts_with(R"(x[0].value: {"tuple":5} says no)"));
  CHECK(problem(R"({"a": {"choices": {}}})") ==
        R"(x.a: {"choices":{}} says no value; write "\choices" for a member of that name)");
  CHECK(problem(R"([{"tuple": [1]}])") == "x[0]: is a tuple, which MessagePack has no form for");
  // Only a first member can have a meaning of its own.
  CHECK(problem(R"({"a": 1, "hex": 2, "\\hex": 3})") ==
        "x[2].key: 'hex' is there already [duplicate-name]");
  CHECK(problem(R"({"a": 1, "hex": 2, "\\ext": 3, "\\b": 4})") ==
        "84a16101a3686578"
        "02a365787403a25c620490");

  const auto chosen = [&](const std::string& x, const std::string& items) {
    return open.written(R"({"x": 1, "items": [1, 2], "choices": {"x": )" + x + R"(, "items": )" +
                        items + "}}");
  };
  CHECK(chosen(R"({"hex": "cc01"})", R"([null, {"hex": "cc02"}])") == "cc019201cc02");
  CHECK(chosen(R"({"hex": "cc05"})", "[]") == "01920102");  // which stands for another value
  CHECK(chosen(R"({"hex": "zz"})", R"([1, {"foo": 1}])") ==
        "choices.x: 'hex' holds something other than hexadecimal digits\n"
        "choices.items[0]: expected a text or {\"hex\"}, as it is spelled, not a number\n"
        "choices.items[1]: expected a text or {\"hex\"}, as it is spelled, not an object\n");
  CHECK(chosen("5", R"({"hex": "01"})") ==
        "choices.x: expected a text or {\"hex\"}, as it is spelled, not a number\n"
        "choices.items: expected a list of spellings, not an object\n");
  CHECK(open.written(R"({"x": 1, "items": [], "choices": 5})") ==
        "choices: expected an object, not a number\n");
}
