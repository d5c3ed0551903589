// Products of lists in memory: where they fit, and those that a check makes in passing.
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "schemac/base/lists.h"
#include "schemac/check/quick_check.h"
#include "schemac/core/scalar_list.h"

namespace {

using Numbers = std::vector<std::int64_t>;
constexpr std::int64_t large = std::int64_t{1} << 40;

template <class List>
std::optional<std::uint64_t> product_of(const List& list) {
  std::uint64_t product = 0;
  if (!schemac::impl::product(list, product)) return std::nullopt;
  return product;
}

struct ProductRow {
  const char* name;
  Numbers list;
  std::optional<std::uint64_t> product;
};
const std::vector<ProductRow> product_rows = {
    {"none", {}, 1},
    {"some", {2, 3, 7}, 42},
    {"the greatest power of 2", {large, 1 << 23}, std::uint64_t{1} << 63},
    {"too much", {large, 1 << 24}, std::nullopt},
    {"too much, but 0", {large, large, 0}, 0},
    {"0, but too much", {0, large, large}, 0},
    {"below 0", {3, -1}, std::nullopt},
    {"below 0 alone", {-1}, std::nullopt},
    {"below 0 and too much", {-1, 2, 2}, std::nullopt},
    {"below 0, but 0", {-1, 0}, 0},
    {"0, but below 0", {0, -1}, 0},
};

TEST_CASE("a product fits, or it is said that it doesn't") {
  for (const ProductRow& row : product_rows) {
    INFO(row.name);
    CHECK(product_of(row.list) == row.product);
  }
}

TEST_CASE("a check knows the product of the list that it looked at last, and makes others") {
  for (const ProductRow& noted : product_rows)
    for (const ProductRow& asked : product_rows) {
      INFO(noted.name << ", " << asked.name);
      schemac::impl::QuickCheck check;
      schemac::impl::KnownProduct product;
      for (const std::int64_t factor : noted.list) product.take(factor);
      check.note_product(noted.list, product);
      CHECK(product_of(check.multiplied(asked.list)) == asked.product);
    }
}

}  // namespace
