// Blob and Scalar: the members of values that have no type of C++'s own.
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "schemac/core/blob.h"
#include "schemac/core/members.h"
#include "schemac/core/scalar.h"

namespace {

using schemac::Blob;
using schemac::Dtype;
using schemac::Scalar;

TEST_CASE("a blob borrows, owns or shares its bytes") {
  const std::vector<float> floats = {1.0f, 2.0f};
  const Blob borrowed = Blob::borrow(std::as_bytes(std::span(floats)));
  CHECK_FALSE(borrowed.is_owner());
  CHECK(borrowed.bytes().data() == reinterpret_cast<const std::byte*>(floats.data()));

  Blob owned = Blob::own(std::vector<float>{1.0f, 2.0f});
  CHECK(owned.is_owner());
  CHECK(owned.size() == 8);
  CHECK(owned == borrowed);

  const Blob second = owned;
  CHECK(second.bytes().data() == owned.bytes().data());
  owned = Blob();
  CHECK(owned.empty());
  CHECK(second == borrowed);  // the copy keeps the bytes alive

  auto owner = std::make_shared<std::vector<std::byte>>(3, std::byte{7});
  const std::weak_ptr<std::vector<std::byte>> watched = owner;
  {
    const Blob shared = Blob::share(*owner, owner);
    owner.reset();
    CHECK_FALSE(watched.expired());
  }
  CHECK(watched.expired());
}

TEST_CASE("blobs are equal if their bytes are") {
  CHECK(Blob() == Blob::copy<std::uint8_t>({}));
  CHECK(Blob::copy<std::uint8_t>({1, 2}) == Blob::copy<std::uint8_t>({1, 2}));
  CHECK_FALSE(Blob::copy<std::uint8_t>({1, 2}) == Blob::copy<std::uint8_t>({1, 3}));
  CHECK_FALSE(Blob::copy<std::uint8_t>({1, 2}) == Blob::copy<std::uint8_t>({1}));
  const std::vector<std::uint16_t> values = {0x0201};
  CHECK(Blob::copy(std::span(values)).bytes()[0] == std::byte{1});
}

TEST_CASE("a blob gives a span of elements only where they are aligned and whole") {
  alignas(8) const std::uint8_t raw[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto bytes = std::as_bytes(std::span(raw));
  CHECK(Blob::borrow(bytes).as<std::uint32_t>()->size() == 3);
  CHECK_FALSE(Blob::borrow(bytes.subspan(1, 4)).as<std::uint32_t>().has_value());
  CHECK_FALSE(Blob::borrow(bytes.first(6)).as<std::uint32_t>().has_value());
  const auto copied = Blob::borrow(bytes.subspan(1, 4)).copy_as<std::uint16_t>();
  REQUIRE(copied.size() == 2);
  CHECK(copied[0] == 0x0201);
  CHECK(Blob().copy_as<double>().empty());
}

struct ScalarRow {
  std::string name;
  Scalar scalar;
  Dtype dtype;
  std::vector<int> bytes;  // in a little-endian file
  double number;
  std::string text;
};

// Bytes by IEEE 754 and two's complement; packed types by the formats that have them.
const ScalarRow scalar_rows[] = {
    {"u8", Scalar(std::uint8_t{200}), Dtype::u8, {200}, 200, "200"},
    {"i8", Scalar(std::int8_t{-2}), Dtype::i8, {0xfe}, -2, "-2"},
    {"u16", Scalar(std::uint16_t{0x1234}), Dtype::u16, {0x34, 0x12}, 4660, "4660"},
    {"i32", Scalar(std::int32_t{-1}), Dtype::i32, {255, 255, 255, 255}, -1, "-1"},
    {"u64",
     Scalar(~std::uint64_t{0}),
     Dtype::u64,
     {255, 255, 255, 255, 255, 255, 255, 255},
     18446744073709551615.0,
     "18446744073709551615"},
    {"f16", Scalar(schemac::Half(1.5f)), Dtype::f16, {0x00, 0x3e}, 1.5, "1.5"},
    {"bf16", Scalar(schemac::BFloat16(1.0f)), Dtype::bf16, {0x80, 0x3f}, 1, "1"},
    {"f32", Scalar(0.1f), Dtype::f32, {0xcd, 0xcc, 0xcc, 0x3d}, 0.10000000149011612, "0.1"},
    {"f64", Scalar(-2.0), Dtype::f64, {0, 0, 0, 0, 0, 0, 0, 0xc0}, -2, "-2"},
    {"f8e5m2", Scalar(schemac::Float8(1.25f)), Dtype::f8e5m2, {0x3d}, 1.25, "1.25"},
    {"bool8", Scalar(true), Dtype::bool8, {1}, 1, "true"},
    {"c64",
     Scalar(std::complex<float>(1.0f, 2.0f)),
     Dtype::c64,
     {0, 0, 0x80, 0x3f, 0, 0, 0, 0x40},
     1,
     "1+2i"},
    {"c64 below",
     Scalar(std::complex<float>(1.0f, -2.0f)),
     Dtype::c64,
     {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0},
     1,
     "1-2i"},
    {"u4", Scalar::of(Dtype::u4, 9), Dtype::u4, {9}, 9, "9"},
    {"i4", Scalar::of(Dtype::i4, -3), Dtype::i4, {0x0d}, -3, "-3"},
    {"i1", Scalar::of(Dtype::i1, -1), Dtype::i1, {1}, -1, "-1"},
    {"t2", Scalar::of(Dtype::t2, -1), Dtype::t2, {3}, -1, "-1"},
    {"t1", Scalar::of(Dtype::t1, 0), Dtype::t1, {0}, -1, "-1"},
};

TEST_CASE("a scalar is its dtype and its bytes") {
  for (const ScalarRow& row : scalar_rows) {
    INFO(row.name);
    CHECK(row.scalar.dtype() == row.dtype);
    REQUIRE(row.scalar.bytes().size() == row.bytes.size());
    for (std::size_t i = 0; i < row.bytes.size(); ++i)
      CHECK(std::to_integer<int>(row.scalar.bytes()[i]) == row.bytes[i]);
    CHECK(row.scalar.get<double>() == row.number);
    CHECK(to_string(row.scalar) == row.text);
  }
}

TEST_CASE("a scalar comes from the bytes of a file in either order") {
  for (const ScalarRow& row : scalar_rows) {
    INFO(row.name);
    CHECK(Scalar::load_from(row.scalar.bytes().data(), row.dtype) == row.scalar);
    std::byte swapped[16] = {};
    row.scalar.store_to(swapped, schemac::Endian::big);
    CHECK(Scalar::load_from(swapped, row.dtype, schemac::Endian::big) == row.scalar);
  }
  std::byte bytes[4] = {};
  Scalar(std::uint32_t{0x01020304}).store_to(bytes, schemac::Endian::big);
  CHECK(std::to_integer<int>(bytes[0]) == 1);
  CHECK(std::to_integer<int>(bytes[3]) == 4);
}

TEST_CASE("scalars differ by dtype, and compare by their bits") {
  CHECK_FALSE(Scalar(std::uint8_t{1}) == Scalar(std::int8_t{1}));
  CHECK_FALSE(Scalar(1.0f) == Scalar(1.0));
  CHECK(Scalar(std::nanf("")) == Scalar(std::nanf("")));
  CHECK_FALSE(Scalar(0.0f) == Scalar(-0.0f));
  CHECK(Scalar(std::int16_t{-7}).holds<std::int16_t>());
  CHECK(Scalar() == Scalar(std::uint8_t{0}));
}

}  // namespace

namespace sample {

struct Inner {
  std::string text;
  std::vector<std::uint32_t> list;
};
struct Outer {
  std::uint32_t number = 0;
  std::optional<schemac::Blob> data;
  std::variant<Inner, schemac::Scalar> choice;
  std::vector<Inner> inners;
  bool flag = false;
};
template <schemac::impl::AnyConst<Inner> Value, class Visit>
void visit_members(Value& value, Visit&& visit) {
  visit("text", value.text);
  visit("list", value.list);
}
template <schemac::impl::AnyConst<Outer> Value, class Visit>
void visit_members(Value& value, Visit&& visit) {
  visit("number", value.number);
  visit("data", value.data);
  visit("choice", value.choice);
  visit("inners", value.inners);
  visit("flag", value.flag);
}

TEST_CASE("structs are printed by their members") {
  Outer outer;
  outer.number = 3;
  outer.choice = schemac::Scalar(2.5f);
  outer.inners = {{"a\n", {1, 2}}};
  CHECK(schemac::to_string(outer) ==
        "{number: 3, data: absent, choice: 2.5, inners: [{text: 'a\\x0a', list: [1, 2]}], flag: "
        "false}");
  outer.data = schemac::Blob::copy<std::uint8_t>({1, 2, 3});
  outer.choice = Inner{"b", {}};
  CHECK(schemac::to_string(outer) ==
        "{number: 3, data: 3 bytes, choice: {text: 'b', list: []}, inners: [{text: 'a\\x0a', list: "
        "[1, 2]}], "
        "flag: false}");
}

TEST_CASE("members can be visited and changed, blobs be found at any depth") {
  Outer outer;
  outer.data = schemac::Blob::copy<std::uint8_t>({1});
  std::string names;
  schemac::for_each_member(outer, [&](std::string_view name, auto& member) {
    names.append(name) += ' ';
    if constexpr (std::is_same_v<decltype(member), std::uint32_t&>) member = 7;
  });
  CHECK(names == "number data choice inners flag ");
  CHECK(outer.number == 7);
  int blobs = 0;
  schemac::impl::for_each_blob(outer, [&](schemac::Blob& blob) {
    ++blobs;
    blob = schemac::Blob();
  });
  CHECK(blobs == 1);
  CHECK(outer.data->empty());
}

}  // namespace sample
