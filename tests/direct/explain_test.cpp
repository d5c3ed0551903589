// Rows of an explanation: what they say beside offset, size and value.
#include "direct/explain/explain.h"

#include <map>
#include <set>
#include <sstream>

#include "direct/explain/select_rows.h"
#include "direct/small_schema.h"
#include "direct/text/row_path.h"
#include "source/text_width.h"

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

direct::Selection at_path(const std::string& path) {
  return direct::Selection(std::vector<direct::Pattern>{direct::parse_pattern(path).pattern});
}
std::vector<direct::Row> rows_at(const std::vector<direct::Row>& rows, const std::string& path) {
  return direct::rows_of(rows, at_path(path));
}

std::map<std::string, direct::Row> rows_of(std::string_view hex) {
  static const SmallSchema schema(pointing);
  const auto bytes = direct::from_hex(hex);
  REQUIRE(bytes);
  std::map<std::string, direct::Row> rows;
  for (direct::Row& row : direct::explain(schema.plan(), schema.root(), *bytes).rows) {
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

TEST_CASE("zeros before content without bytes are padding, also at the end") {
  const SmallSchema schema(R"(
schema: aligned
root: File
types:
  File:
    fields:
      - {name: at, type: u8}
      - {name: n, type: u8}
      - {name: x, type: u8}
      - {name: content, type: bytes, size: n, at: at, align: 4}
)");
  const auto bytes = direct::from_hex("04 00 07  00");
  REQUIRE(bytes);
  const auto rows = direct::explain(schema.plan(), schema.root(), *bytes).rows;
  REQUIRE(rows.size() >= 4);
  CHECK(rows[3].path == "padding");
  CHECK(rows[3].offset == 3);
  CHECK(rows[3].size == 1);
  CHECK(rows[3].kind == direct::RowKind::padding);
}

// ---- parts of an explanation ----

namespace {

const char* const listing = R"(
schema: listing
endian: le
root: File
types:
  File:
    fields:
      - {name: n, type: u8}
      - {name: begin_table, type: u8}
      - {name: begin_data, type: u8}
      - {name: items, type: Item, repeat: n, in: table}
      - {name: mark, type: u8, in: data}
    sections:
      - {name: table, begin: begin_table}
      - {name: data, begin: begin_data, order: visit, gaps: zero-fill}
  Item:
    fields:
      - {name: name, type: str, prefix: u8}
      - {name: at, type: u8}
      - {name: value, type: u8, in: data, at: at}
)";

// A table of `count` items, each with its value elsewhere; in reverse, if so asked.
struct Listing {
  explicit Listing(int count, bool is_reverse = false) : schema(listing) {
    const auto put = [&](int value) { bytes.push_back(static_cast<std::byte>(value)); };
    const int data = 3 + 3 * count;
    for (const int value : {count, 3, data}) put(value);
    for (int i = 0; i < count; ++i)
      for (const int value : {1, 'a' + i, data + 1 + (is_reverse ? count - 1 - i : i)}) put(value);
    put(200);
    for (int i = 0; i < count; ++i) put(i);
  }
  [[nodiscard]] std::vector<direct::Row> rows(const direct::Folding& folding = {}) const {
    return direct::explain(schema.plan(), schema.root(), bytes, folding).rows;
  }

  SmallSchema schema;
  std::vector<std::byte> bytes;
};

// "path offset+size", a line each; folded ones with what they are.
std::vector<std::string> lines_of(const std::vector<direct::Row>& rows) {
  std::vector<std::string> lines;
  for (const direct::Row& row : rows) {
    lines.push_back(row.path + " " + std::to_string(row.offset) + "+" + std::to_string(row.size));
    if (row.kind == direct::RowKind::folded) lines.back() += " " + row.value.dump();
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("paths have parts") {
  CHECK(direct::lies_below("items[3].name", "items[3]"));
  CHECK(direct::lies_below("items[3].name", "items"));
  CHECK(direct::lies_below("items[3]", "items[3]"));
  CHECK(direct::lies_below("any", ""));
  CHECK(!direct::lies_below("items[30]", "items[3]"));
  CHECK(!direct::lies_below("items2", "items"));
  CHECK(!direct::lies_below("items", "items[3]"));
  CHECK(direct::to_depth("items[3].name.length", 1) == "items");
  CHECK(direct::to_depth("items[3].name.length", 2) == "items[3]");
  CHECK(direct::to_depth("items[3].name.length", 9) == "items[3].name.length");
  const std::string path = "a.b[12].c[x].d[7]";
  const auto first = direct::element_of(path);
  REQUIRE(first);
  CHECK(first->list == "a.b");
  CHECK(first->index == 12);
  const auto second = direct::element_of(path, first->size);
  REQUIRE(second);
  CHECK(second->list == "a.b[12].c[x].d");
  CHECK(second->index == 7);
  CHECK(second->size == path.size());
  CHECK(!direct::element_of("a[99999999999999999999]"));
}

TEST_CASE("a part is asked for by its path") {
  const Listing file(3);
  CHECK(lines_of(rows_at(file.rows(), "items[1]")) == Lines{"items[1].name.length 6+1",
                                                            "items[1].name 7+1", "items[1].at 8+1",
                                                            "items[1].value 14+1"});
  CHECK(lines_of(rows_at(file.rows(), "items[1].at")) == Lines{"items[1].at 8+1"});
  CHECK(rows_at(file.rows(), "items[3]").empty());
}

TEST_CASE("what lies deeper is folded") {
  const Listing file(2);
  CHECK(lines_of(direct::rows_to_depth(file.rows(), 1)) ==
        Lines{"n 0+1", "begin_table 1+1", "begin_data 2+1", "items 3+6", "mark 9+1", "items 10+2"});
  const auto rows = direct::rows_to_depth(rows_at(file.rows(), "items[0]"), 3);
  CHECK(lines_of(rows) == Lines{"items[0].name 3+2", "items[0].at 5+1", "items[0].value 10+1"});
  CHECK(rows[0].value == "a");
}

TEST_CASE("long lists show their ends") {
  const Listing file(20);
  const direct::ListEnds ends{4, 1};
  const Lines expected = {"n 0+1",
                          "begin_table 1+1",
                          "begin_data 2+1",
                          "items[0].name.length 3+1",
                          "items[0].name 4+1",
                          "items[0].at 5+1",
                          "items[1..18] 6+54 [1,18]",
                          "items[19].name.length 60+1",
                          "items[19].name 61+1",
                          "items[19].at 62+1",
                          "mark 63+1",
                          "items[0].value 64+1",
                          "items[1..18] 65+18 [1,18]",
                          "items[19].value 83+1"};
  CHECK(lines_of(direct::rows_without_insides(file.rows(), ends)) == expected);
  // The same of rows that were never made.
  CHECK(lines_of(direct::rows_without_insides(file.rows({4, {}}), ends)) == expected);
  CHECK(lines_of(direct::rows_without_insides(file.rows(), {20, 1})) == lines_of(file.rows()));
  // Short lists without any row stay as they are.
  const auto without = file.rows({direct::Folding::all, {}, 1});
  CHECK(lines_of(direct::rows_without_insides(without, {20, 1})) == lines_of(without));
}

TEST_CASE("rows of the first elements and of the last one, whatever the order of payloads") {
  for (const bool is_reverse : {false, true}) {
    const Listing file(20, is_reverse);
    std::uint64_t reached = 0;
    std::set<std::string> paths;
    for (const direct::Row& row : file.rows({3, {}})) {
      CHECK(row.offset == reached);
      reached += row.size;
      paths.insert(row.path);
    }
    CHECK(reached == file.bytes.size());
    CHECK(paths.count("items[2].value") == 1);
    CHECK(paths.count("items[3].value") == 0);
    CHECK(paths.count("items[18].at") == 0);
    CHECK(paths.count("items[19].at") == 1);
    CHECK(paths.count("items[19].value") == 1);
  }
}

TEST_CASE("too many rows end in elements that are folded") {
  for (const bool is_reverse : {false, true}) {
    const Listing file(20, is_reverse);
    const direct::Folding folding{direct::Folding::all, {}, 20};
    const auto found = direct::explain(file.schema.plan(), file.schema.root(), file.bytes, folding);
    CHECK(found.is_cut);
    std::uint64_t reached = 0;
    std::set<std::string> paths;
    for (const direct::Row& row : found.rows) {
      CHECK(row.offset == reached);
      CHECK(row.kind != direct::RowKind::unknown);
      reached += row.size;
      paths.insert(row.path);
    }
    CHECK(reached == file.bytes.size());
    CHECK(found.rows.size() < 30);
    CHECK(paths.count("items[3].value") == 1);
    CHECK(paths.count("items[6].value") == 0);
    CHECK(paths.count("mark") == 1);
  }
  const Listing file(20);
  CHECK(!direct::explain(file.schema.plan(), file.schema.root(), file.bytes,
                         {direct::Folding::all, {}, 100})
             .is_cut);
  // What is asked for is found after any number of rows.
  const auto rows = file.rows({direct::Folding::all, at_path("items[15]"), 20});
  CHECK(rows_at(rows, "items[15]").size() == 4);
}

TEST_CASE("what is asked for isn't folded") {
  const Listing file(20);
  const auto rows = file.rows({2, at_path("items[7].name")});
  CHECK(lines_of(rows_at(rows, "items[7].name")) ==
        Lines{"items[7].name.length 24+1", "items[7].name 25+1"});
  // After "items[7].at" the list goes on being folded.
  CHECK(rows_at(rows, "items[9]").empty());
  CHECK(rows_at(rows, "items[19]").size() == 4);
}

TEST_CASE("a table fits its width, or cuts nothing") {
  const Listing file(2);
  const auto rows = file.rows();
  direct::TableOptions options;
  for (const std::size_t width : {40u, 60u, 200u}) {
    options.width = width;
    std::istringstream lines(direct::to_table(rows, file.bytes, {}, options));
    for (std::string line; std::getline(lines, line);) CHECK(source::width_of(line) <= width);
  }
  const Violation violation{"items[0].at", 5, Rule::overlap, Level::error, "", "is\x1b[2Jwrong"};
  const std::string text = direct::to_table(rows, file.bytes, {violation}, {false, 0, 0});
  CHECK(text.find("\n     3     1  items[0].name.length  1") != std::string::npos);
  const auto at = text.find("items[0].at ");
  CHECK(text.find("! is\\x1b[2Jwrong [overlap]", at) == text.find('!'));
}

TEST_CASE("columns are those of a terminal") {
  CHECK(source::width_of("abc") == 3);
  CHECK(source::width_of("caf\u00e9") == 4);
  CHECK(source::width_of("cafe\u0301") == 4);
  CHECK(source::width_of("\u4e2d\u6587") == 4);
  CHECK(source::shortened("abcdef", 6) == "abcdef");
  CHECK(source::shortened("abcdefg", 6) == "abc...");
  CHECK(source::shortened("\u4e2d\u6587\u4e2d\u6587", 6) == "\u4e2d...");
  CHECK(source::shortened("abc", 2) == "..");
  CHECK(source::padded("\u4e2d", 3, source::Side::right) == " \u4e2d");
}
