// NumPy's names of types: the sizes are those that NumPy says (`numpy.dtype(name).itemsize`).
#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "schemac/core/element_type.h"
#include "schemac/wire/numpy_type.h"

namespace {

using schemac::Dtype;
using schemac::Endian;
using schemac::impl::TypeSpelling;

struct SpellingRow {
  std::string text;
  TypeSpelling spelling;
  std::optional<Dtype> dtype;
  std::uint64_t size;
  Endian endian = Endian::little;
};

TEST_CASE("types that NumPy has a name for") {
  constexpr auto name = TypeSpelling::name, repr = TypeSpelling::repr;
  const SpellingRow rows[] = {
      {"float64", name, Dtype::f64, 8},
      {"<f8", name, Dtype::f64, 8},
      {">i4", name, Dtype::i32, 4, Endian::big},
      {"|u1", name, Dtype::u8, 1},
      {"bool", name, Dtype::bool8, 1},
      {"complex128", name, Dtype::c128, 16},
      {"=f2", name, Dtype::f16, 2},
      {"|S5", name, {}, 5},
      {"<U3", name, {}, 12},
      {"|V7", name, {}, 7},
      {"<M8[ns]", name, {}, 8},
      {"'<f8'", repr, Dtype::f64, 8},
      {"'>u2'", repr, Dtype::u16, 2, Endian::big},
      {"[('id', '<i4'), ('pos', '<f8', (3,)), ('tag', '|S5')]", repr, {}, 33},
      {"[('a', [('b', '<i2'), ('c', '|u1', (2, 3))]), (('title', 'd'), '<f4')]", repr, {}, 12},
  };
  for (const SpellingRow& row : rows) {
    INFO(row.text);
    const auto type = schemac::impl::numpy_type(row.text, row.spelling);
    REQUIRE(type);
    CHECK(type->dtype == row.dtype);
    CHECK(type->size == row.size);
    CHECK(type->endian == row.endian);
    CHECK(type->name == (row.dtype ? std::string(schemac::name(*row.dtype)) : row.text));
  }
}

TEST_CASE("what is no name of a type, or one of no bytes") {
  const std::string deep(100, '[');
  for (const std::string& text :
       {std::string(), std::string("'<f8"), std::string("<f8"),
        std::string("'<f8' "
                    "x"),
        std::string("[]"), std::string("[('a', '<f8'"), std::string("[('a', '|S0')]"),
        std::string("'|O'"), deep,
        std::string("[('a', '<f8', (99999999999, 99999999999, 99999999999))]")}) {
    INFO(text);
    CHECK(!schemac::impl::numpy_type(text, TypeSpelling::repr));
  }
  for (const char* text : {"", "<", "float63", "S", "S99999999999999999999", "object", "'<f8'"}) {
    INFO(text);
    CHECK(!schemac::impl::numpy_type(text, TypeSpelling::name));
  }
}

}  // namespace
