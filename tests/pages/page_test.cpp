// What a page carries of a file: paths, values, bytes, arrays.
#include <catch2/catch.hpp>

#include "direct/byte_text.h"
#include "pages/array_details.h"
#include "pages/page_bytes.h"
#include "pages/row_table.h"

using namespace schemac;
using pages::Json;

namespace {

// "begin-end begin-end"
std::string text_of(const std::vector<pages::Stretch>& stretches) {
  std::string text;
  for (const auto& [begin, end] : stretches)
    text += (text.empty() ? "" : " ") + std::to_string(begin) + "-" + std::to_string(end);
  return text;
}

std::vector<std::byte> numbers(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

}  // namespace

TEST_CASE("a path is a pattern and its indices") {
  struct Row {
    std::string path, pattern;
    std::vector<std::uint64_t> indices;
  };
  const Row rows[] = {
      {"", "", {}},
      {"magic", "magic", {}},
      {"items[3].dims[10]", "items[].dims[]", {3, 10}},
      {"[7]", "[]", {7}},
      {"a[b].c[", "a[b].c[", {}},
      {"a[]", "a[]", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    CHECK(pages::split_path(row.path).pattern == row.pattern);
    CHECK(pages::split_path(row.path).indices == row.indices);
  }
}

TEST_CASE("values are those that JavaScript can say") {
  CHECK(pages::shown_value(9007199254740992) == 9007199254740992);
  CHECK(pages::shown_value(9007199254740993) == Json{{"$n", "9007199254740993"}});
  CHECK(pages::shown_value(18446744073709551615u) == Json{{"$n", "18446744073709551615"}});
  CHECK(pages::shown_value(std::int64_t{-9007199254740993}) == Json{{"$n", "-9007199254740993"}});
  CHECK(pages::shown_value(0.5) == 0.5);
}

TEST_CASE("long values are cut, between characters") {
  const std::string umlauts = [] {
    std::string text = "a";
    for (int i = 0; i < 200; ++i) text += "\u00e4";
    return text;
  }();
  const Json shown = pages::shown_value(umlauts);
  CHECK(shown["of"] == 401);
  CHECK(shown["$s"].get<std::string>().size() == 199);
  const Json list = pages::shown_value(Json(std::vector<int>(100, 1)));
  CHECK(list["of"] == 100);
  CHECK(list["$a"].size() == 32);
}

TEST_CASE("what is folded are whole lines between the ends that are kept") {
  const auto fold = [](std::uint64_t begin, std::uint64_t end, std::uint64_t first,
                       std::uint64_t last) {
    return text_of({pages::fold_of({begin, end}, first, last)});
  };
  CHECK(fold(0, 1000, 0, 0) == "0-992");
  CHECK(fold(5, 1000, 32, 16) == "48-976");
  CHECK(fold(0, 64, 0, 0) == "0-64");
  CHECK(fold(1, 64, 0, 0) == "0-0");     // three lines aren't worth it
  CHECK(fold(0, 100, 60, 60) == "0-0");  // nothing is left between the ends
  CHECK(fold(0, 100, 1000, 0) == "0-0");
}

TEST_CASE("lines around a violation are never folded") {
  CHECK(text_of(pages::without({{0, 160}, {320, 480}}, {})) == "0-160 320-480");
  CHECK(text_of(pages::without({{0, 160}}, {80})) == "0-64 112-160");
  CHECK(text_of(pages::without({{0, 160}}, {0})) == "32-160");
  CHECK(text_of(pages::without({{0, 160}}, {159})) == "0-128");
  CHECK(text_of(pages::without({{0, 160}}, {80, 81, 96})) == "0-64 112-160");
  CHECK(text_of(pages::without({{0, 160}, {320, 480}}, {200, 400, 500})) ==
        "0-160 320-384 432-480");
}

TEST_CASE("bytes that aren't folded come with their offset") {
  const auto bytes = numbers({0, 1, 2, 3, 4, 5});
  CHECK(pages::stretches_json(bytes, {{2, 4}}) == Json{{0, "AAE="}, {4, "BAU="}});
  CHECK(pages::stretches_json(bytes, {{0, 6}}) == Json::array());
  CHECK(pages::stretches_json({}, {}) == Json::array());
}

namespace {

stats::FileArray array_of(Dtype dtype, const std::vector<std::uint64_t>& dims, Bytes bytes,
                          bool is_column_major) {
  stats::FileArray array;
  array.dtype = dtype;
  array.dims = dims;
  array.is_column_major = is_column_major;
  array.bytes = bytes;
  return array;
}

}  // namespace

TEST_CASE("an array is shown in rows, whatever its order") {
  // rows 4, columns 5: element (row, column) is 10 * row + column.
  std::vector<std::byte> by_rows, by_columns;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 5; ++column)
      by_rows.push_back(static_cast<std::byte>(10 * row + column));
  for (int column = 0; column < 5; ++column)
    for (int row = 0; row < 4; ++row)
      by_columns.push_back(static_cast<std::byte>(10 * row + column));
  pages::ArrayBudget budget;
  const Json one = pages::array_details(array_of(Dtype::u8, {4, 5}, by_rows, false), budget);
  Json other = pages::array_details(array_of(Dtype::u8, {4, 5}, by_columns, true), budget);
  CHECK(other["order"] == "column");
  other.erase("order");
  CHECK(one == other);
  CHECK(one["values"].dump() == "[0,1,2,3,4,10,11,12,13,14,20,21,22,23,24,30,31,32,33,34]");
  CHECK(one["columns"] == 5);
  CHECK(one["statistics"]["mean"] == "17");
  const auto pixels = direct::from_base64(one["picture"]["pixels"].get<std::string>());
  REQUIRE(pixels);
  CHECK(pixels->front() == std::byte{0});
  CHECK(pixels->back() == std::byte{255});
  CHECK((*pixels)[5] == std::byte{75});  // 255 * 10 / 34
}

TEST_CASE("arrays without numbers have no statistics, too large ones none either") {
  pages::ArrayBudget budget;
  const auto nan = numbers({0, 0, 0xc0, 0x7f, 0, 0, 0xc0, 0x7f});
  const Json none = pages::array_details(array_of(Dtype::f32, {2}, nan, false), budget);
  CHECK(none["odd"]["nan"] == 2);
  CHECK(!none.contains("statistics"));
  CHECK(!none.contains("histogram"));
  CHECK(none["values"] == Json{"nan", "nan"});
  budget.scanned = 3;
  const auto four = numbers({1, 2, 3, 4});
  const Json large = pages::array_details(array_of(Dtype::u8, {4}, four, false), budget);
  CHECK(!large.contains("statistics"));
  CHECK(large["values"] == Json{1, 2, 3, 4});
}
