// Violations that accessors find name the element that they are in.
#include <catch2/catch.hpp>
#include <string>

#include "boxes.h"

using namespace schemac;

namespace {

// A lid and two boxes of different sizes; each label has an offset.
std::string file_of(char lid, char first, char second) {
  const auto box = [](const std::string& content, char offset) {
    return std::string{static_cast<char>(content.size()), offset, 0} + content;
  };
  return std::string(1, 2) + box("lid", lid) + box("a", first) + box("bb", second) + "\x02hi";
}
Bytes box_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

constexpr char there = 16;  // of the text, after a byte and boxes of 6, 4 and 5 bytes
constexpr char beyond = 99;

std::string path_of(const boxes::LabelView& label) {
  const auto text = label.text();
  return text ? std::string(*text) : text.error().path;
}

}  // namespace

TEST_CASE("a record that an element holds knows which element that is") {
  const std::string file = file_of(there, there, beyond);
  const auto view = boxes::view(box_bytes(file));
  REQUIRE(view);
  REQUIRE(view->lid());
  CHECK(path_of(view->lid()->label()) == "hi");
  auto range = view->boxes();
  auto box = range.begin();
  CHECK(path_of((*box).label()) == "hi");
  ++box;
  CHECK(path_of((*box).label()) == "boxes[1].label.offset");
}

TEST_CASE("so does the first one, and one outside of a list") {
  const std::string file = file_of(beyond, beyond, there);
  const auto view = boxes::view(box_bytes(file));
  REQUIRE(view);
  REQUIRE(view->lid());
  CHECK(path_of(view->lid()->label()) == "lid.label.offset");
  auto range = view->boxes();
  CHECK(path_of((*range.begin()).label()) == "boxes[0].label.offset");
}
