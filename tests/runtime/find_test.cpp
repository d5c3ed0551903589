// Looking elements up by name, in a range as generated headers have them.
#include "schemac/core/find.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace {

struct NamedView {
  std::string_view text;
  int number;
  std::string_view name() const { return text; }
};
struct KeyedView {
  std::string_view text;
  std::string_view key() const { return text; }
};

// Iterating changes it, as it changes ranges over files; breaks off before `whole`.
template <class View>
struct Range {
  std::vector<View> views;
  std::size_t whole;
  bool is_broken = false;

  auto begin() {
    is_broken = whole < views.size();
    return views.begin();
  }
  auto end() { return views.begin() + static_cast<std::ptrdiff_t>(whole); }
  std::optional<schemac::Violation> violation() const {
    if (!is_broken) return std::nullopt;
    return schemac::Violation{"items[2]", 40,   schemac::Rule::truncated, schemac::Level::error,
                              {},         "cut"};
  }
};

TEST_CASE("the first element of a name is found, by name or by key") {
  Range<NamedView> range{{{"a", 1}, {"b", 2}, {"b", 3}}, 3};
  REQUIRE(schemac::find(range, "b").has_value());
  CHECK(schemac::find(range, "b")->number == 2);
  CHECK_FALSE(schemac::find(range, "c").has_value());
  CHECK(schemac::find(Range<KeyedView>{{{"k"}}, 1}, "k").has_value());
}

TEST_CASE("an index knows all elements, and refuses a range that breaks off") {
  Range<NamedView> range{{{"a", 1}, {"b", 2}, {"b", 3}}, 3};
  const auto index = schemac::Index<NamedView>::make(range);
  REQUIRE(index.has_value());
  CHECK(index->find("b")->number == 2);
  CHECK_FALSE(index->find("").has_value());
  range.whole = 2;
  const auto broken = schemac::Index<NamedView>::make(range);
  REQUIRE_FALSE(broken.has_value());
  CHECK(broken.error().path == "items[2]");
}

}  // namespace
