// Samples of a schema: accepted, refused for the reason stated, values at paths; and what none of
// them reached.
#include "direct/files/sample.h"

#include <algorithm>

#include "direct/small_schema.h"

using schemac::tests::SmallSchema;

namespace {

const char* const with_samples = R"(
schema: pair
root: File
types:
  File:
    fields:
      - {name: magic, const: "P"}
      - {name: n, type: u8, valid: {max: 9}}
      - {name: flags, type: u8, flags: {has_note: 0}}
      - {name: items, type: u8, repeat: n}
      - {name: note, type: u8, if: flags.has_note}
samples:
  - {hex: "50 02 00 07 08", values: {n: 2, "items[1]": 8}}
  - {hex: "50 02 00 07", refused: truncated}
  - {hex: "51 00 00", refused: truncated}
  - {hex: "50 00 00", values: {n: 1}}
  - {hex: "5"}
)";

}  // namespace

TEST_CASE("samples are held to what the schema says of them") {
  const SmallSchema schema(with_samples);
  const auto report = schemac::direct::run_samples(schema.plan(), ".");
  REQUIRE(report.outcomes.size() == 5);
  CHECK_FALSE(report.ok());
  CHECK(report.outcomes[0].ok());
  CHECK(report.outcomes[1].ok());
  CHECK(report.outcomes[2].failures.at(0).rfind("isn't refused with truncated, but: magic", 0) ==
        0);
  CHECK(report.outcomes[3].failures.at(0) == "n is 0, not 1");
  CHECK_FALSE(report.outcomes[4].is_read);
  const auto& unreached = report.unreached;
  CHECK(std::find(unreached.begin(), unreached.end(), "File.note was never there") !=
        unreached.end());
  CHECK(std::find(unreached.begin(), unreached.end(), "File.note was never absent") ==
        unreached.end());
}
