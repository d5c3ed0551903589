// Arrays over pieces, put together as generated code does: what they hold, and what they say of
// pieces that are broken or not there.
#include "schemac/core/joined_array.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "schemac/read/joiner.h"
#include "schemac/read/value_facts.h"

using namespace schemac;

namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST_CASE("numbers are read over the ends of pieces, bools whatever byte stands for true") {
  const auto file = bytes_of({0, 1, 2, 0, 255, 128});
  impl::Joiner joiner(impl::Origin{file}, "array", "parts", "content");
  REQUIRE(joiner.add(Bytes(file).first(4)));
  REQUIRE(joiner.add(Bytes(file).subspan(4)));
  REQUIRE(joiner.as(ElementType(Dtype::bool8, Endian::little), false));
  const JoinedArray array = std::move(joiner).take();
  std::array<bool, 6> flags{};
  REQUIRE(array.read(0, std::span<bool>(flags)));
  CHECK(flags == std::array<bool, 6>{false, true, true, false, true, true});
  // As bytes they are what the file says.
  std::array<unsigned char, 6> stored{};
  std::memcpy(stored.data(), flags.data(), stored.size());
  CHECK(stored == std::array<unsigned char, 6>{0, 1, 1, 0, 1, 1});
  std::vector<std::byte> plain(6);
  REQUIRE(array.read_bytes(0, plain));
  CHECK(plain == file);
  std::array<std::uint8_t, 6> other{};
  CHECK_FALSE(array.read(0, std::span<std::uint8_t>(other)));
}

TEST_CASE("a name that no type has is kept where another form is taken") {
  const auto file = bytes_of({0, 1, 2, 3});
  const FreeValue odd("float99"), even("<u2"), other("float88");
  const auto named = [](const FreeValue& name) { return type_in(&name, TypeSpelling::name); };
  impl::Joiner joiner(impl::Origin{file}, "array", "parts", "content");
  REQUIRE(joiner.add(Bytes(file)));
  CHECK(joiner.untyped().message == "nothing says what type its elements have");
  CHECK_FALSE(joiner.as(named(odd), false));
  CHECK(joiner.untyped().message == "its elements are 'float99', which is not a known type");
  impl::Joiner later = joiner, last = joiner;
  REQUIRE(joiner.as(ElementType(Dtype::u8, Endian::little), false));
  CHECK(std::move(joiner).take().unknown_type() == "float99");
  // One that is known is what the file means.
  REQUIRE(later.as(named(even), false));
  CHECK(std::move(later).take().unknown_type() == std::nullopt);
  CHECK_FALSE(last.as(type_in(nullptr, TypeSpelling::name), false));
  CHECK_FALSE(last.as(named(other), false));
  REQUIRE(last.as(ElementType(Dtype::u8, Endian::little), false));
  CHECK(std::move(last).take().unknown_type() == "float88");
}

TEST_CASE("a violation names the element of its piece, also after one that has none") {
  const auto file = bytes_of({1, 2, 3, 4});
  const impl::Origin origin{file};
  impl::Joiner joiner(origin, "array", "parts", "content");
  REQUIRE(joiner.add(Result<Bytes>(absent_at(origin, "content", file.data()))));
  REQUIRE(joiner.add(Result<Bytes>(Bytes(file).first(2))));
  REQUIRE(joiner.add(std::optional<Bytes>()));
  // Says that it has three bytes, and has two.
  REQUIRE(joiner.add(CodedBytes(&codec_none, Bytes(file).subspan(2), 3)));
  REQUIRE(joiner.as(ElementType(Dtype::u8, Endian::little), false));
  const JoinedArray array = std::move(joiner).take();
  CHECK(array.pieces().size() == 2);
  std::vector<std::byte> all(5);
  const auto done = array.read_all(all);
  REQUIRE_FALSE(done);
  CHECK(done.error().path == "parts[3].content");
  CHECK(done.error().offset == 2);
  const auto part = array.read_bytes(2, MutableBytes(all).first(1));
  REQUIRE_FALSE(part);
  CHECK(part.error().path == "parts[3].content");
}

TEST_CASE("a piece that is broken is not taken for one that isn't there") {
  const auto file = bytes_of({1, 2});
  impl::Joiner joiner(impl::Origin{file}, "array", "parts", "content");
  Violation broken;
  broken.rule = Rule::out_of_bounds;
  broken.path = "parts[0].content";
  broken.message = "lies outside of the file";
  CHECK_FALSE(joiner.add(Result<Bytes>(broken)));
  CHECK(joiner.violation().rule == Rule::out_of_bounds);

  impl::Joiner other(impl::Origin{file}, "array", "parts", "content");
  REQUIRE(other.add(Bytes(file)));
  CHECK_FALSE(other.add(CodedBytes(nullptr, Bytes(file))));  // of a codec that nobody knows
  CHECK(other.violation().path == "parts[1].content");
}

TEST_CASE("an array is held to its dimensions unless readers refuse the file anyway") {
  const auto file = bytes_of({1, 2, 3});
  const impl::Check check{Rule::size_mismatch, "array", "{a} instead of {b}", {}, Level::rule};
  const impl::Check worse{Rule::bad_value, "field", "is bad", {}, Level::error};
  Limits limits;
  limits.violations = 1;
  impl::Context context(file, limits, impl::Strictness::validate);
  CHECK(may_check_arrays(context, check));
  CHECK(context.note(check, impl::Frame{}, std::uint64_t{0}));
  CHECK(may_check_arrays(context, check));
  CHECK(context.note(worse, impl::Frame{}, std::uint64_t{0}));  // which the report has no room for
  CHECK(context.report().violations().size() == 1);
  CHECK_FALSE(may_check_arrays(context, check));
}

}  // namespace
