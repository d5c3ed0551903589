// What a program hands over beside JSON: memory in place of files, and parts of values that were
// read.
#include "direct/json/references.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "direct/small_schema.h"

using namespace schemac;
using namespace schemac::direct;
using schemac::tests::SmallSchema;

namespace {

const SmallSchema& boxes_schema() {
  static const SmallSchema compiled(R"(
schema: boxes
endian: be
root: File
types:
  File:
    fields:
      - {name: n, type: u8}
      - {name: boxes, type: Box, repeat: n}
      - {name: spare, type: Box}
      - {name: m, type: u8}
      - {name: cells, ndarray: {dtype: u16, dims: [m]}}
      - {name: rest, type: bytes, size: eos}
  Box:
    fields:
      - {name: width, type: u8}
)");
  return compiled;
}

// The file in hex, or what is wrong, a line each.
std::string written(const nlohmann::ordered_json& values, const References& references) {
  std::vector<std::byte> room;
  const auto lend = [&](std::uint64_t size) {
    room.resize(static_cast<std::size_t>(size));
    return MutableBytes(room);
  };
  const auto problems = encode_into(boxes_schema().plan(), boxes_schema().root(), values, lend,
                                    {.references = references});
  std::string text;
  for (const Problem& problem : problems) text += to_string(problem) + "\n";
  return problems.empty() ? to_hex(room) : text;
}

nlohmann::ordered_json index(std::uint64_t number) {
  return nlohmann::ordered_json::binary({}, number);
}

}  // namespace

TEST_CASE("memory stands in place of a file") {
  const std::vector<std::byte> bytes = from_hex("01000200").value();
  ArrayFile array;
  array.dtype = Dtype::u16;
  array.element_size = 2;
  array.endian = Endian::little;
  array.dims = {2};
  array.elements = bytes;
  const References references{
      .lent = {{{bytes, nullptr}, array}, {{bytes, nullptr}, std::nullopt}}};
  nlohmann::ordered_json values = {{"boxes", nlohmann::ordered_json::array()},
                                   {"spare", {{"width", 7}}},
                                   {"m", 2},
                                   {"cells", {{"file", index(0)}}},
                                   {"rest", {{"file", index(1)}}}};
  // The array's numbers in the order of the schema, the other bytes as they are.
  CHECK(written(values, references) ==
        "00"
        "07"
        "02"
        "00010002"
        "01000200");
  values["rest"] = {{"file", index(2)}};
  CHECK(written(values, references) == "rest: \"file\" refers to nothing that was handed over\n");
  values["rest"] = {{"file", "a"}};
  CHECK(written(values, references) == "rest: files can't be referred to here\n");
}

TEST_CASE("a part of a value is kept where it can be") {
  const auto file = from_hex(
                        "02"
                        "05"
                        "06"
                        "07"
                        "01"
                        "0102"
                        "ff")
                        .value();
  const Decoded decoded =
      decode(boxes_schema().plan(), boxes_schema().root(), file, Reading::strict);
  REQUIRE(decoded.report.ok());
  const auto values = std::make_shared<const Value>(decoded.values);
  const plan::Record& record = boxes_schema().plan().records[boxes_schema().root().record];
  References references;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Member& member : std::get<Members>(values->kind).given) {
    const auto field = std::ranges::find(record.fields, member.name, &plan::Field::name);
    json[member.name] = index(references.kept.size());
    references.kept.push_back({std::shared_ptr<const Value>(values, &member.value), &field->body});
  }
  CHECK(written(json, references) == to_hex(file));
  // An element of the list is a box, as `spare` is; a list is none, and neither are bytes.
  json["boxes"] = nlohmann::ordered_json::array({json["spare"]});
  CHECK(written(json, references) ==
        "01"
        "07"
        "07"
        "01"
        "0102"
        "ff");
  json["spare"] = json["rest"];
  CHECK(written(json, references) == "spare: is a value of another type\n");
  json["spare"] = index(99);
  CHECK(written(json, references) == "spare: refers to nothing that was handed over\n");
}

TEST_CASE("elements that nobody wants are passed over and counted by nobody") {
  const auto file = from_hex(
                        "03"
                        "05"
                        "06"
                        "08"
                        "07"
                        "00")
                        .value();
  std::uint64_t asked = 0;
  std::vector<std::string> taken;
  Extent extent;
  extent.values = 8;
  extent.counts_taken = false;
  extent.wants = [&](const plan::Field&) { return asked++ == 1; };
  extent.take = [&](const plan::Field& list, const Value& element) {
    taken.push_back(list.name + " " + to_json(element, Payloads::preview).dump());
  };
  const Decoded decoded =
      decode(boxes_schema().plan(), boxes_schema().root(), file, Reading::strict, {}, extent);
  CHECK(asked == 3);
  CHECK(taken == std::vector<std::string>{R"(boxes {"width":6})"});
  CHECK(decoded.left_out == 0);
  CHECK(check(boxes_schema().plan(), boxes_schema().root(), file).ok());
  const auto cut = Bytes(file).first(4);
  CHECK(check(boxes_schema().plan(), boxes_schema().root(), cut).violations() ==
        decode(boxes_schema().plan(), boxes_schema().root(), cut, Reading::strict)
            .report.violations());
}
