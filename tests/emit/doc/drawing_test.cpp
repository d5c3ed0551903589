// Drawings, sign by sign: what lies where is worked out by hand here.
#include <catch2/catch.hpp>

#include "emit/doc/diagrams/byte_rows.h"
#include "emit/doc/diagrams/lanes.h"
#include "emit/doc/html/svg_text.h"
#include "emit/doc/markdown/char_grid.h"
#include "emit/doc/markdown/text_diagrams.h"

namespace {

using namespace schemac::emit::doc;

Box fixed(std::string name, std::uint64_t size) {
  Box box;
  box.name = std::move(name);
  box.type = "u" + std::to_string(8 * size);
  box.size = size;
  return box;
}
Box varying(std::string name) {
  Box box;
  box.name = std::move(name);
  box.type = "text";
  return box;
}

TEST_CASE("rows of sixteen bytes, a box across two of them", "[doc]") {
  ByteMap map;
  map.groups = {
      {"", 0, {fixed("magic", 4), fixed("flag", 1), fixed("offset", 8), fixed("size", 8)}},
      {"a", 0, {fixed("end", 2), varying("name")}}};
  CHECK("\n" + drawn(map) == R"(
      0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
    ┌───────────────┬───┬───────────────────────────────┬───────────┐
  0 │      u32      │   │              u64              │           ╎
    │     magic     │(1)│            offset             │     …     ╎
    ├───────────────┴───┼───────────────────────────────┴───────────┘
 16 ╎        u64        │
    ╎       size        │
    └───────────────────┘
    ┌───────┬~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~┐
  a │  u16  │                         text                          │
    │  end  │                         name                          │
    └───────┴~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~┘
(1) flag: u8
)");
}

TEST_CASE("a large box is folded, and what follows has its offset", "[doc]") {
  ByteMap map;
  map.groups = {{"", 0, {fixed("head", 2), fixed("table", 1000), fixed("tail", 4)}}};
  const std::vector<MapRow> rows = rows_of(map, 16);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].label == "0");
  CHECK(rows[1].label == "2");
  CHECK(rows[1].cells[0].is_folded);
  CHECK(rows[2].label == "1002");
}

TEST_CASE("arrows that overlap run in different lanes", "[doc]") {
  FileLayout layout;
  layout.areas.resize(3);
  layout.areas[0].lines.resize(2);
  layout.arrows = {{0, 0, 1, std::nullopt}, {0, 1, 2, std::nullopt}, {0, 1, 3, std::nullopt}};
  const std::vector<LaneArrow> arrows = lanes_of(layout);
  // Titles of the areas are rows 0, 3, 4; the end is row 5.
  CHECK((arrows[0].from == 1 && arrows[0].to == 3));
  CHECK((arrows[2].from == 2 && arrows[2].to == 5));
  for (std::size_t i = 0; i < arrows.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) CHECK(arrows[i].lane != arrows[k].lane);
}

TEST_CASE("a file from begin to end", "[doc]") {
  FileLayout layout;
  layout.areas = {
      {"header", "", "0", "", {{"at", "u32", "", true}, {"n", "u8", "", false}}, 0, false},
      {"data", "", "at at", "", {}, 0, true}};
  layout.arrows = {{0, 0, 1, std::nullopt}};
  CHECK("\n" + drawn(layout) == R"(
┌──────────────────────────────────────────────────┐
│ header                                         0 │
│   at                                         u32 ├──┐
│   n                                           u8 │  │
├──────────────────────────────────────────────────┤  │
│ data                                       at at │<─┘
└──────────────────────────────────────────────────┘
  end of the file
)");
}

TEST_CASE("a drawing in words says where everything lies", "[doc]") {
  ByteMap map;
  map.groups = {{"", 0, {fixed("n", 2), fixed("m", 8)}}, {"a", 4, {varying("name")}}};
  CHECK(described(map) == "at 0 n, u16, 2 bytes; at 2 m, u64, 8 bytes; at a + 4 name, text.");
}

TEST_CASE("words fit in boxes, smaller or in two lines", "[doc]") {
  CHECK(fitted("name", 100, 12, 9, 1).at(0).size == 12);
  CHECK(fitted("longer_name", 70, 12, 9, 1).at(0).size < 12);
  const auto two = fitted("a_very_long_name_of_a_field", 100, 12, 9, 2);
  REQUIRE(two.size() == 2);
  CHECK(two[0].words + two[1].words == "a_very_long_name_of_a_field");
  CHECK(fitted("unbreakablename", 20, 12, 9, 2).empty());
  CHECK(cut("abcdefgh", 4 * 0.605 * 10 + 1, 10) == "abc…");
  CHECK(svg_number(12.0) == "12");
  CHECK(svg_number(-0.04) == "0");
  CHECK(svg_number(3.14159) == "3.1");
}

TEST_CASE("control characters draw nothing", "[doc]") {
  CharGrid grid;
  grid.words(0, 0, "a\x1b[31m\nb");
  CHECK(grid.to_text() == "a\ufffd[31m b\n");
}

}  // namespace
