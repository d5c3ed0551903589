// Files that mean the same, written in different ways.
#include "diff/compare.h"
#include "diff/report.h"
#include "direct/small_schema.h"

using namespace schemac;
using schemac::tests::SmallSchema;
using Lines = std::vector<std::string>;

namespace {

const SmallSchema& schema_of_ways() {
  static const SmallSchema compiled(R"(
schema: ways
endian: le
root: File
types:
  File:
    fields:
      - {name: mode, type: u8, enum: {plain: 0, packed: 1}, choice: true, default: packed}
      - {name: size, type: u8}
      - {name: stored, type: u8}
      - {name: note, type: json, size: size}
      - {name: content, type: bytes, size: stored, codec: {by: zlib}}
)");
  return compiled;
}

// zlib's streams of "aaaaaaaa", made by Python's zlib at levels 9 and 0.
const char* const packed = "78da4b4c8400000dac0309";
const char* const unpacked = "7801010800f7ff61616161616161610dac0309";

// A file of one mode, one JSON text and one stream; all in hex.
struct File {
  File(const std::string& mode, const std::string& note, const std::string& stream) {
    const auto size = [](std::size_t digits) {
      const auto byte = static_cast<std::byte>(digits / 2);
      return direct::to_hex({&byte, 1});
    };
    const auto found =
        direct::from_hex(mode + size(note.size()) + size(stream.size()) + note + stream);
    REQUIRE(found);
    bytes = *found;
    decoded = direct::decode(schema_of_ways().plan(), schema_of_ways().root(), bytes,
                             direct::Reading::strict);
    INFO(direct::to_hex(bytes));
    REQUIRE(decoded.report.ok());
  }
  std::vector<std::byte> bytes;
  direct::Decoded decoded;
};

diff::Comparison comparison_of(const File& a, const File& b) {
  return diff::compare(schema_of_ways().plan(), schema_of_ways().root(), a.decoded.values,
                       b.decoded.values);
}

Lines choices_of(const diff::Comparison& comparison) {
  Lines lines;
  for (const diff::Difference& each : comparison.choices)
    lines.push_back(each.path + ": " + (each.a ? each.a->text : "") + " -> " + each.b->text);
  return lines;
}

const char* const tight = "7b2261223a317d";    // {"a":1}
const char* const loose = "7b2261223a20317d";  // {"a": 1}

}  // namespace

TEST_CASE("ways of writing aren't differences") {
  const File a("01", tight, packed), b("00", loose, unpacked);
  const auto comparison = comparison_of(a, b);
  CHECK(comparison.is_same());
  CHECK(choices_of(comparison) == Lines{"note: stored in 7 bytes -> stored in 8 bytes",
                                        "content: stored in 11 bytes -> stored in 19 bytes",
                                        "mode:  -> plain"});
  const diff::Files files{"a", "b", "ways", 0, true};
  CHECK(diff::to_text(comparison, files, false) ==
        "--- a\n+++ b\n"
        "written in another way, with the same meaning:\n"
        "~ note     stored in 7 bytes -> stored in 8 bytes\n"
        "~ content  stored in 11 bytes -> stored in 19 bytes\n"
        "~ mode     the usual -> plain\n"
        "the same meaning (ways); bytes differ from byte 0 on\n");
  const auto json = diff::to_json(comparison, files);
  CHECK(json["same"] == true);
  CHECK(json["choices"][1]["b"]["value"]["stored"] == 19);
  CHECK(json["choices"][2]["a"].is_null());
  CHECK(json["choices"][2]["b"]["value"] == "plain");
}

TEST_CASE("the same way of writing isn't mentioned") {
  const File a("01", tight, packed);
  CHECK(comparison_of(a, a).choices.empty());
}

TEST_CASE("another content is a difference, however it is stored") {
  // "bbbbbbbb" at level 9.
  const File a("01", tight, packed), b("01", tight, "78da4b4a8200000dd00311");
  const auto comparison = comparison_of(a, b);
  REQUIRE(comparison.differences.size() == 1);
  CHECK(comparison.differences[0].path == "content");
  CHECK(comparison.choices.empty());
}
