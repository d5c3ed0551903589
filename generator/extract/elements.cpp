#include "extract/elements.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/pieces/joined_array.h"
#include "schemac/base/checked.h"
#include "schemac/base/counted.h"

namespace schemac::extract {
namespace {

constexpr std::size_t block_size = std::size_t{16} << 20;

std::uint64_t element_count(const stats::FileArray& array, bool& fits) {
  std::uint64_t count = 1;
  for (const std::uint64_t dim : array.dims)
    if (dim == 0) return 0;
  for (const std::uint64_t dim : array.dims) fits = fits && impl::multiply(count, dim, count);
  return count;
}

}  // namespace

std::string lack_of(const stats::FileArray& array) {
  if (!array.has_data) return "has no data";
  bool fits = true;
  const std::uint64_t needed = element_count(array, fits);
  if (fits && array.count() == needed) return "";
  return "has " + impl::counted(array.count(), "elements") + ", where " + array.type_text() +
         (fits ? " takes " + std::to_string(needed) : " takes more than any file has");
}

std::string each_block(const stats::FileArray& array, const TakeBytes& take) {
  if (array.pieces != nullptr)
    return direct::each_piece(array.pieces->array(), take).value_or(std::string());
  for (Bytes left = array.bytes; !left.empty();) {
    const Bytes block = left.first(std::min(block_size, left.size()));
    if (!take(block)) break;
    left = left.subspan(block.size());
  }
  return "";
}

RowMajor::RowMajor(const stats::FileArray& array) : array_(array), count_(array.count()) {}

std::uint64_t RowMajor::place_of(std::uint64_t number) const {
  if (!array_.is_column_major) return number;
  std::uint64_t place = 0, stride = count_;
  for (auto dim = array_.dims.rbegin(); dim != array_.dims.rend(); ++dim) {
    stride /= *dim;
    place += number % *dim * stride;
    number /= *dim;
  }
  return place;
}

direct::Json RowMajor::next() {
  direct::Json json;
  array_.at(place_of(at_++), [&](Bytes bytes, std::uint64_t index) {
    if (array_.opaque_type.empty())
      json = direct::element_json(array_.dtype, array_.endian, bytes, index);
    else
      json = direct::to_hex(bytes);
  });
  return json;
}

}  // namespace schemac::extract
