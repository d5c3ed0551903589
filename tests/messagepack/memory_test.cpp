// Comparing the keys of maps of which a schema says nothing takes memory in proportion to the keys
// that differ, and time in proportion to their bytes.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

#include "memory/counted.h"
#include "schemac/core/msgpack_object.h"

using namespace schemac;

namespace {

constexpr impl::Check twice{Rule::duplicate_name, {}, "twice"};
constexpr impl::Check bad{Rule::bad_count, {}, "bad"};
constexpr impl::msgpack::ObjectChecks checks{&bad, &bad, &bad, &bad, &twice};

std::string big_endian(std::uint64_t number, unsigned width) {
  std::string out;
  while (width-- > 0) out += static_cast<char>(number >> (8 * width) & 0xff);
  return out;
}
// Pairs of `key(i)` and nil.
template <class Key>
std::string map_of(std::uint64_t count, Key key) {
  std::string map = '\xdf' + big_endian(count, 4);
  for (std::uint64_t i = 0; i < count; ++i) (map += key(i)) += '\xc0';
  return map;
}

struct Found {
  std::uint64_t duplicates = 0;
  std::uint64_t peak = 0;
};
Found found_in(const std::string& map) {
  Found found;
  const Bytes bytes(impl::bytes_of(map), map.size());
  Limits limits;
  limits.violations = 0;
  found.peak = tests::peak_of([&] {
    impl::Context context(bytes, limits, impl::Strictness::validate);
    const std::byte* const begin = bytes.data();
    CHECK(impl::msgpack::walk_object(context, impl::Frame{}, checks, begin, begin + bytes.size()) ==
          begin + bytes.size());
    found.duplicates = context.report().dropped();
  });
  return found;
}

constexpr std::uint64_t count = 100'000;
constexpr std::uint64_t little = 64u << 10;

}  // namespace

TEST_CASE("keys that stand there again take no memory") {
  const Found numbers =
      found_in(map_of(count, [](std::uint64_t i) { return std::string(1, char(i & 0x7f)); }));
  CHECK(numbers.duplicates == count - 128);
  CHECK(numbers.peak < little);
  const Found lists = found_in(map_of(
      count, [](std::uint64_t) { return "\xdc" + big_endian(40, 2) + std::string(40, '\1'); }));
  CHECK(lists.duplicates == count - 1);
  CHECK(lists.peak < little);
}

TEST_CASE("keys that differ take 32 bytes each at most, whatever their kind") {
  const auto number = [](std::uint64_t i) { return '\xce' + big_endian(i, 4); };
  const auto text = [](std::uint64_t i) { return '\xa4' + big_endian(i, 4); };
  const auto list = [](std::uint64_t i) {
    return "\x92\xcd" + big_endian(i >> 16, 2) + '\xcd' + big_endian(i & 0xffff, 2);
  };
  for (const Found& found : {found_in(map_of(count, number)), found_in(map_of(count, text)),
                             found_in(map_of(count, list))}) {
    CHECK(found.duplicates == 0);
    CHECK(found.peak < 32 * count + little);
  }
}

TEST_CASE("long keys take a fraction of their bytes") {
  // One-byte objects in lists: a number at their end tells them apart.
  const auto list = [](std::uint64_t i) {
    return "\xdc" + big_endian(200, 2) + std::string(199, '\xc0') + '\xce' + big_endian(i, 4);
  };
  const std::string map = map_of(count / 100, list);
  const Found found = found_in(map);
  CHECK(found.duplicates == 0);
  CHECK(found.peak < map.size() / 2);
}

TEST_CASE("maps that hold maps take memory for those that are open") {
  std::string map;
  for (int i = 0; i < 5000; ++i) map += "\x01\x82\x02\xc0\xa1x\x81\xa1y\xc0";
  map = '\xdf' + big_endian(5000, 4) + map;
  const Found found = found_in(map);
  CHECK(found.duplicates == 4999);
  CHECK(found.peak < little);
}
