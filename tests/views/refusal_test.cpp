// What views refuse: what is wrong with numbers that they come across, in the words of `read`.
#include <catch2/catch.hpp>
#include <string>

#include "crates.h"
#include "views/text_bytes.h"

using namespace schemac;
using schemac::tests::bytes_of;

namespace {

// A crate of one thing and two sacks: a number, then twice the name "a".
const std::string crate("\1\2\1\5\0\1a\1a", 9);
// A file of labels, then of crates; the numbers at their start are those of `head`.
std::string file(const std::string& head, const std::string& labels, const std::string& crates) {
  return "CRTE" + head + labels + '\7' + crates;
}

// The list ends before what `read` refuses, and says so.
template <class Range>
void check_ends(Range range, std::size_t whole, const std::string& violation) {
  std::size_t count = 0;
  for (const auto& each : range) {
    (void)each;
    ++count;
  }
  CHECK(count == whole);
  REQUIRE(range.violation());
  CHECK(to_string(*range.violation()) == violation);
}

void check_refused(const std::string& bytes, const std::string& violation) {
  const auto shown = crates::view(bytes_of(bytes));
  REQUIRE(!shown);
  CHECK(to_string(shown.error()) == violation);
  const auto read = crates::read(bytes_of(bytes));
  REQUIRE(!read);
  CHECK(read.error() == shown.error());
}

crates::FileView shown(const std::string& bytes) {
  const auto view = crates::view(bytes_of(bytes));
  REQUIRE(view);
  const auto read = crates::read(bytes_of(bytes));
  REQUIRE(!read);
  return *view;
}

}  // namespace

TEST_CASE("a file of another version isn't shown") {
  CHECK(crates::view(bytes_of(file({"\2\1\0", 3}, "", crate))));
  check_refused(file({"\3\1\0", 3}, "", crate),
                "version at byte 4: version is 3; it must be 2 [bad-version]");
  // Nor one whose version stands after what has no fixed size.
  std::string bytes = file({"\2\1\1", 3}, "\2xx", crate);
  bytes[10] = '\6';
  check_refused(bytes, "edition at byte 10: edition is 6; it must be 7 [bad-version]");
}

TEST_CASE("a file whose counts are negative isn't shown, unless that says that nobody knows them") {
  CHECK(crates::view(bytes_of(file({"\2\xff\0", 3}, "", crate))));
  check_refused(
      file({"\2\xfe\0", 3}, "", crate),
      "n_crates at byte 5: n_crates is -2; it must not be negative, unless it is -1 [bad-value]");
}

TEST_CASE("lists of elements with a negative count tell it") {
  const std::string in_crate = file({"\2\2\0", 3}, "", crate + "\xfd" + crate.substr(1));
  check_ends(shown(in_crate).crates(), 1,
             "crates[1].n_things at byte 17: n_things is -3; it must not be negative [bad-value]");
  // Of what is walked by its sizes alone, too; here while the file is opened.
  check_refused(file({"\2\1\2", 3}, "\1x\xfe", crate),
                "labels[1].n_marks at byte 9: n_marks is -2; it must not be negative [bad-value]");
}

TEST_CASE("lists tell elements of an unknown kind, wherever that stands") {
  std::string bytes = file({"\2\2\0", 3}, "", crate + crate);
  bytes[8 + 9 + 2] = '\7';
  check_ends(
      shown(bytes).crates(), 1,
      "crates[1].things[0].kind at byte 19: kind is 7, which is not a member of Kind [bad-type]");
  bytes = file({"\2\2\0", 3}, "", crate + crate);
  bytes[8 + 9 + 1] = '\7';
  // The crate states it, its sacks are shown as that says.
  check_ends(shown(bytes).crates(), 1, "crates[1] at byte 17: is of an unknown kind [bad-type]");
}
