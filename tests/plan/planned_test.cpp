// What the model understands but no part of the plan can do is refused with its place, never with a
// crash.
#include "plan/plan_of.h"

using schemac::test::diagnostics_of;

namespace {

struct PlannedRow {
  std::string name;
  std::string fields;
  std::string text;  ///< part of the diagnostic
};

}  // namespace

TEST_CASE("features that are planned") {
  const std::vector<PlannedRow> rows = {
      {"unknown size",
       "      - {name: n, type: i32, unknown: -1}\n      - {name: a, type: bytes, size: n}\n",
       "'unknown' of 'n'"},
      {"unknown of a wire form", "      - {name: n, type: i32, unknown: -1, wire: msgpack}\n",
       "'unknown' of 'n'"},
      {"length of what may not be counted",
       "      - {name: n, type: i32, unknown: -1}\n      - {name: a, type: u8, repeat: n}\n"
       "    rules: [{name: few, expr: len(a) < 9}]\n",
       "the length of a list"},
      {"dims",
       "      - {name: a, type: u8, repeat: 2}\n      - {name: b, ndarray: {dtype: u8, dims: 'a ++ "
       "a'}}\n",
       "several lists"},
  };
  for (const PlannedRow& row : rows) {
    INFO(row.name);
    const std::string text = diagnostics_of(
        "schema: t\nendian: le\nroot: File\nversion: File.v\ntypes:\n  File:\n    fields:\n"
        "      - {name: v, type: u32}\n" +
        row.fields);
    INFO(text);
    CHECK(text.find("error: this version doesn't support ") != std::string::npos);
    CHECK(text.find("[unsupported]") != std::string::npos);
    CHECK(text.find(row.text) != std::string::npos);
    CHECK(text.rfind("test.yaml:", 0) == 0);
  }
}
