// Rows of an explanation: what they say beside offset, size and value.
#include "direct/explain.h"

#include <map>

#include "direct/small_schema.h"

using namespace schemac;
using schemac::tests::SmallSchema;

namespace {

const char* const pointing = R"(
schema: pointing
endian: le
root: File
types:
  File:
    fields:
      - {name: n_entries, type: u8}
      - {name: begin_table, type: u8}
      - {name: begin_data, type: u8}
      - {name: entries, type: Entry, repeat: n_entries, in: table}
    sections:
      - {name: table, begin: begin_table}
      - {name: data, begin: begin_data, order: visit}
  Entry:
    fields:
      - {name: at, type: u8}
      - {name: ndim, type: u8}
      - {name: dims, type: u8, repeat: ndim}
      - {name: numbers, in: data, at: at, ndarray: {dtype: u16, dims: dims, order: row}}
)";

std::map<std::string, direct::Row> rows_of(std::string_view hex) {
  static const SmallSchema schema(pointing);
  const auto bytes = direct::from_hex(hex);
  REQUIRE(bytes);
  std::map<std::string, direct::Row> rows;
  for (direct::Row& row : direct::explain(schema.plan(), schema.root(), *bytes)) {
    rows.emplace(row.path, std::move(row));
  }
  return rows;
}

}  // namespace

TEST_CASE("an offset says what it points at") {
  auto rows = rows_of("02 03 09  09 02 01 02  0d 00  01 00 02 00");
  REQUIRE(rows["begin_table"].target);
  CHECK(rows["begin_table"].target->offset == 3);
  CHECK(rows["begin_table"].target->path == "table");
  REQUIRE(rows["entries[0].at"].target);
  CHECK(rows["entries[0].at"].target->offset == 9);
  CHECK(rows["entries[0].at"].target->path == "entries[0].numbers");
  CHECK(!rows["n_entries"].target);
  CHECK(rows["n_entries"].relation == "count of entries");
}

TEST_CASE("an offset out of the file points at nothing") {
  auto rows = rows_of("01 03 07  50 02 01 02  01 00 02 00");
  CHECK(!rows["entries[0].at"].target);
}

TEST_CASE("an array says how its bytes are one") {
  auto rows = rows_of("01 03 07  07 02 01 02  01 00 02 00");
  const direct::Row& row = rows["entries[0].numbers"];
  REQUIRE(row.grid);
  CHECK(row.grid->dtype == Dtype::u16);
  CHECK(row.grid->dims == std::vector<std::uint64_t>{1, 2});
  CHECK(row.value == nlohmann::ordered_json{1, 2});
}
