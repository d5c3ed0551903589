// Arithmetic on numbers of files, keys that must differ, payloads that must not overlap: the
// helpers under every walk.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/unique.h"
#include "schemac/check/context.h"
#include "schemac/walk/extents.h"

namespace {

constexpr std::uint64_t most = ~std::uint64_t{0};

TEST_CASE("a stretch lies inside by subtraction, so that nothing wraps") {
  struct Row {
    std::uint64_t offset, size, begin, end;
    bool is_inside;
  };
  const Row rows[] = {
      {0, 0, 0, 0, true},        {0, 1, 0, 0, false},       {10, 5, 10, 15, true},
      {10, 6, 10, 15, false},    {9, 1, 10, 15, false},     {15, 0, 10, 15, true},
      {16, 0, 10, 15, false},    {most, 2, 0, most, false}, {most - 1, 1, 0, most, true},
      {1, most, 0, most, false}, {0, most, 0, most, true},
  };
  for (const Row& row : rows) {
    INFO(row.offset << " + " << row.size);
    CHECK(schemac::impl::lies_inside(row.offset, row.size, row.begin, row.end) == row.is_inside);
  }
}

TEST_CASE("padding, quotients and packed sizes") {
  CHECK(schemac::impl::padding_to(0, 8) == 0);
  CHECK(schemac::impl::padding_to(1, 8) == 7);
  CHECK(schemac::impl::padding_to(16, 8) == 0);
  CHECK(schemac::impl::padding_to(7, 12) == 5);
  CHECK(schemac::impl::padding_to(5, 1) == 0);
  CHECK(schemac::impl::padded_size(13, 8) == 16);
  CHECK(schemac::impl::padded_size(16, 8) == 16);
  CHECK(schemac::impl::padded_size(25, 12) == 36);
  CHECK(schemac::impl::ceil_div(0, 8) == 0);
  CHECK(schemac::impl::ceil_div(1, 8) == 1);
  CHECK(schemac::impl::ceil_div(most, 8) == 2305843009213693952u);
  struct Row {
    std::uint64_t count, bits, size;
    bool fits;
  };
  const Row rows[] = {
      {3, 32, 12, true},
      {9, 1, 2, true},
      {3, 4, 2, true},
      {0, 128, 0, true},
      {std::uint64_t{1} << 61, 64, 0, false},
      {most / 8, 64, most - 7, true},
      {most, 8, most, true},
  };
  for (const Row& row : rows) {
    std::uint64_t size = 0;
    INFO(row.count << " of " << row.bits);
    CHECK(schemac::impl::packed_size(row.count, row.bits, size) == row.fits);
    if (row.fits) CHECK(size == row.size);
  }
}

TEST_CASE("sums and products say whether they fit") {
  std::uint64_t result = 0;
  CHECK(schemac::impl::add(most - 1, 1, result));
  CHECK(result == most);
  CHECK_FALSE(schemac::impl::add(most, 1, result));
  CHECK(schemac::impl::multiply(4294967296u, 4294967295u, result));
  CHECK(result == 18446744069414584320u);
  CHECK_FALSE(schemac::impl::multiply(4294967296u, 4294967296u, result));
}

TEST_CASE("keys ascend by their bytes, unsigned") {
  struct Row {
    std::string name;
    std::vector<std::string> keys;
    bool ascend;
  };
  const Row rows[] = {
      {"none", {}, true},
      {"one", {"a"}, true},
      {"in order", {"a", "ab", "b"}, true},
      {"the same twice", {"a", "a"}, false},
      {"a step back", {"a", "c", "b"}, false},
      {"high bytes after low ones", {"a\x7f", "a\x80"}, true},
      {"high bytes before low ones", {"a\x80", "a\x7f"}, false},
      {"differ in the first word", {"aaaaaaaaz", "baaaaaaaa"}, true},
      {"differ after the first word", {"aaaaaaaaaaaab", "aaaaaaaaaaaac"}, true},
      {"differ after the first word, falling", {"aaaaaaaaaaaac", "aaaaaaaaaaaab"}, false},
      {"one begins the other", {"aaaaaaaaaa", "aaaaaaaaaaa"}, true},
      {"one begins the other, falling", {"aaaaaaaaaaa", "aaaaaaaaaa"}, false},
      {"zero bytes count", {std::string("a\0a", 3), std::string("a\0b", 3)}, true},
  };
  for (const Row& row : rows) {
    schemac::impl::Ascending keys;
    for (const std::string& key : row.keys) keys.add(key);
    INFO(row.name);
    CHECK(keys.holds() == row.ascend);
  }
}

TEST_CASE("a key that was there before is found among many") {
  std::vector<std::string> keys;
  for (int i = 0; i < 5000; ++i) keys.push_back("key." + std::to_string(i * 7919 % 5000));
  schemac::impl::DuplicateFinder finder(keys.size() + 2);
  for (const std::string& key : keys)
    if (!finder.add(key)) FAIL(key);
  CHECK_FALSE(finder.add("key.77"));
  CHECK(finder.add("key.7777"));
  CHECK(finder.add(""));
  CHECK_FALSE(finder.add(""));
}

constexpr schemac::impl::Check overlap{schemac::Rule::overlap, "at", "{a} before {b}"};
constexpr schemac::impl::Check gap{schemac::Rule::nonzero_padding, "data.padding", "{a:x}"};

struct Payload {
  std::uint64_t at, size;
};
struct ExtentsRow {
  std::string name;
  std::vector<Payload> payloads;   // in a section from 8 to 40
  std::vector<int> nonzero;        // bytes that are set
  std::vector<std::string> found;  // "path offset", in the order of a report
  bool is_ordered;
};

const ExtentsRow extents_rows[] = {
    {"nothing placed", {}, {}, {}, true},
    {"nothing placed, a byte set", {}, {20}, {"data.padding 20"}, true},
    {"side by side", {{8, 8}, {16, 24}}, {9, 17, 39}, {}, true},
    {"zeros between", {{8, 3}, {16, 2}}, {8, 16}, {}, true},
    {"a byte between", {{8, 3}, {16, 2}}, {12}, {"data.padding 12"}, true},
    {"a byte before the first", {{16, 8}}, {8}, {"data.padding 8"}, true},
    {"a byte after the last", {{8, 8}}, {39}, {"data.padding 39"}, true},
    {"empty ones anywhere", {{8, 8}, {12, 0}, {16, 8}}, {}, {}, true},
    {"out of order", {{24, 8}, {8, 8}}, {9, 25}, {}, false},
    {"out of order, a byte between", {{24, 8}, {8, 8}}, {18}, {"data.padding 18"}, false},
    {"the second inside the first", {{8, 8}, {12, 8}}, {}, {"payloads[1].at 1"}, false},
    {"the same place twice", {{8, 8}, {8, 8}}, {}, {"payloads[1].at 1"}, false},
};

// The walk of a validator: in order if that is enough, else once more with all payloads kept.
std::vector<std::string> claim_all(const ExtentsRow& row, schemac::Bytes space, bool& is_ordered) {
  for (const bool keeps : {false, true}) {
    schemac::impl::Context context(space, {}, schemac::impl::Strictness::validate);
    if (keeps) context.keep_payloads();
    const schemac::impl::Frame root;
    schemac::impl::Extents extents(context, 8, 40, &gap, root);
    for (std::size_t i = 0; i < row.payloads.size(); ++i) {
      const schemac::impl::Frame frame{&root, "payloads", i};
      const std::uint64_t turn = extents.open();
      CHECK(extents.claim(context, frame, &overlap, row.payloads[i].at, row.payloads[i].size,
                          space.data() + i, {turn, 8, false}));
    }
    CHECK(extents.finish(context));
    if (!keeps) is_ordered = !context.is_uncertain();
    if (context.is_uncertain()) continue;
    std::vector<std::string> found;
    const schemac::Report report = context.take_report();
    for (const schemac::Violation& violation : report.violations())
      found.push_back(violation.path + " " + std::to_string(violation.offset));
    return found;
  }
  return {};
}

TEST_CASE("payloads neither overlap nor leave anything but zeros") {
  for (const ExtentsRow& row : extents_rows) {
    std::vector<std::byte> space(48);
    for (const int at : row.nonzero) space[static_cast<std::size_t>(at)] = std::byte{1};
    bool is_ordered = false;
    const auto found = claim_all(row, space, is_ordered);
    INFO(row.name);
    CHECK(found == row.found);
    CHECK(is_ordered == row.is_ordered);
  }
}

}  // namespace
