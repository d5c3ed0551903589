#include "stats/element_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "direct/number.h"
#include "schemac/array/doubles.h"

namespace schemac::stats {
namespace {

std::string real_text(Dtype dtype, Endian endian, Bytes bytes, std::uint64_t index) {
  std::array<double, 1> value{};
  static_cast<void>(Doubles(bytes, dtype, endian, index + 1).read(index, value));
  return short_number(value.front());
}

}  // namespace

std::string short_number(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value);
}

std::string element_text(Dtype dtype, Endian endian, Bytes bytes, std::uint64_t index) {
  if (direct::is_real(dtype)) return real_text(dtype, endian, bytes, index);
  if (dtype == Dtype::c64 || dtype == Dtype::c128) {
    const Dtype component = dtype == Dtype::c64 ? Dtype::f32 : Dtype::f64;
    const std::string imaginary = real_text(component, endian, bytes, 2 * index + 1);
    return real_text(component, endian, bytes, 2 * index) +
           (imaginary.starts_with('-') ? "" : "+") + imaginary + "i";
  }
  if (direct::is_packed(dtype))
    return model::to_text(direct::load_packed(dtype, bytes.data(), index));
  const direct::Int128 value =
      direct::load_number(dtype, endian, bytes.data() + index * (bit_count(dtype) / 8));
  if (dtype == Dtype::bool8) return value != 0 ? "true" : "false";
  return model::to_text(value);
}

Preview preview_of(std::uint64_t count, std::uint64_t most) {
  Preview preview;
  const std::uint64_t first = std::min(count, most);
  const std::uint64_t tail = std::max(first, count - first);
  for (std::uint64_t i = 0; i < first; ++i) preview.first.push_back(i);
  for (std::uint64_t i = tail; i < count; ++i) preview.last.push_back(i);
  preview.is_whole = tail == first;
  return preview;
}

}  // namespace schemac::stats
