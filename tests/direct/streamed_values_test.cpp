// Values that are written while they are read are those of the tree, character by character.
#include "direct/files/streamed_values.h"

#include <sstream>

#include "direct/small_schema.h"
#include "formats/bytes_of_file.h"

using namespace schemac;
using schemac::tests::SmallSchema;

namespace {

std::string streamed(const direct::FileForm& file, direct::Reading reading,
                     direct::Payloads payloads, const direct::Extent& extent = {}) {
  std::ostringstream out;
  direct::StreamedValues(file, reading, extent).write("test", payloads, out);
  return out.str();
}

std::string at_once(const direct::FileForm& file, direct::Reading reading,
                    direct::Payloads payloads, const direct::Extent& extent = {}) {
  return direct::to_json(direct::decode(file, reading, extent), "test", payloads).dump(2) + '\n';
}

// Of two lists, of which the one that is declared first lies after the other one.
const char* const two_lists = R"(
schema: placed
endian: le
root: File
types:
  File:
    fields:
      - {name: n_late, type: u8}
      - {name: at_late, type: u8}
      - {name: title, type: str, prefix: u8}
      - {name: late, type: Item, repeat: n_late, at: at_late}
      - {name: n_soon, type: u8}
      - {name: soon, type: Item, repeat: n_soon}
      - {name: numbers, type: u8, repeat: 2}
  Item:
    fields:
      - {name: id, type: u8}
      - {name: parts, type: u8, repeat: 2}
)";

}  // namespace

TEST_CASE("lists of records are written where they belong") {
  const SmallSchema schema(two_lists);
  const auto bytes = direct::from_hex("01 0a 01 41 01 05 06 07 08 09 0b 0c 0d");
  REQUIRE(bytes);
  const direct::FileForm file(schema.plan(), schema.root(), *bytes);
  const std::string text = streamed(file, direct::Reading::strict, direct::Payloads::full);
  const auto json = nlohmann::ordered_json::parse(text);
  CHECK(json["values"]["title"] == "A");
  CHECK(json["values"]["late"].dump() == R"([{"id":11,"parts":[12,13]}])");
  CHECK(json["values"]["soon"].dump() == R"([{"id":5,"parts":[6,7]}])");
  CHECK(json["values"]["numbers"].dump() == "[8,9]");
  CHECK(text == at_once(file, direct::Reading::strict, direct::Payloads::full));
}

TEST_CASE("files of all formats, whole and cut, are written as they are shown at once") {
  for (const char* name : {"oinf", "primitiv", "paddle", "bloscpack"}) {
    const Compilation run = compile(std::string(SCHEMAC_SOURCE_DIR) + "/schemas/" + name + ".yaml");
    REQUIRE(run.ok());
    const plan::Plan& plan = run.plans.front();
    const std::string base = std::string(SCHEMAC_TEST_DATA) + "/vectors/" + name + "/";
    const auto manifest = tests::json_of_file(base + "manifest.json");
    for (const auto& entry : manifest["files"]) {
      const std::string path = entry["path"];
      INFO(base << path);
      const auto bytes = tests::bytes_of_file(base + path);
      for (const std::size_t size : {bytes.size(), bytes.size() / 2}) {
        const direct::FileForm file(plan, plan.roots.front(), Bytes(bytes).first(size));
        const direct::Extent few{3, true};
        for (const direct::Extent& extent : {direct::Extent{}, few})
          CHECK(streamed(file, direct::Reading::keep_going, direct::Payloads::preview, extent) ==
                at_once(file, direct::Reading::keep_going, direct::Payloads::preview, extent));
      }
    }
  }
}
