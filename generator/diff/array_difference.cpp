#include "diff/array_difference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "direct/number.h"

namespace schemac::diff {
namespace {

using direct::Int128;

constexpr std::uint64_t block_elements = 1 << 14;  // compared at once; a multiple of 8

constexpr double not_comparable = std::numeric_limits<double>::quiet_NaN();

double distance_of(Dtype dtype, Int128 a, Int128 b) {
  if (!direct::is_real(dtype)) return static_cast<double>(a > b ? a - b : b - a);
  const double x = direct::to_double(dtype, static_cast<std::uint64_t>(a));
  const double y = direct::to_double(dtype, static_cast<std::uint64_t>(b));
  return std::isfinite(x) && std::isfinite(y) ? std::abs(x - y) : not_comparable;
}

class ArrayComparer {
 public:
  explicit ArrayComparer(Dtype dtype) : dtype_(dtype), bits_(bit_count(dtype)) {
    if (dtype == Dtype::c64) component_ = Dtype::f32;
    if (dtype == Dtype::c128) component_ = Dtype::f64;
  }

  /// What is compared from now on; `first` is the number of its first element in the whole array.
  void look_at(const ElementBytes& a, const ElementBytes& b, std::uint64_t first = 0) {
    a_ = a;
    b_ = b;
    first_ = first;
  }
  void compare(std::uint64_t begin, std::uint64_t end) {
    if (a_.endian == b_.endian && is_equal(begin, end)) return;
    for (std::uint64_t i = begin; i < end; ++i) compare(i);
  }

  [[nodiscard]] ArrayDifference result(std::uint64_t count) const {
    ArrayDifference result = found_;
    result.count = count;
    const std::uint64_t comparable = count - found_.incomparable;
    if (comparable != 0)
      result.mean = static_cast<double>(sum_ / static_cast<long double>(comparable));
    return result;
  }

 private:
  [[nodiscard]] bool is_equal(std::uint64_t begin, std::uint64_t end) const {
    if (bits_ < 8 && end * bits_ % 8 != 0) return false;  // bits after the last one mean nothing
    const std::uint64_t from = begin * bits_ / 8, size = (end - begin) * bits_ / 8;
    return std::memcmp(a_.bytes.data() + from, b_.bytes.data() + from, size) == 0;
  }

  // How far elements `i` are apart; nothing if their bits are the same.
  [[nodiscard]] std::optional<double> distance(std::uint64_t i) const {
    if (component_) {
      const auto real = distance(*component_, 2 * i), imaginary = distance(*component_, 2 * i + 1);
      if (!real && !imaginary) return std::nullopt;
      return std::hypot(real.value_or(0), imaginary.value_or(0));
    }
    if (!direct::is_packed(dtype_)) return distance(dtype_, i);
    const Int128 a = direct::load_packed(dtype_, a_.bytes.data(), i);
    const Int128 b = direct::load_packed(dtype_, b_.bytes.data(), i);
    if (a == b) return std::nullopt;
    return distance_of(dtype_, a, b);
  }
  [[nodiscard]] std::optional<double> distance(Dtype dtype, std::uint64_t i) const {
    const std::uint64_t at = i * bit_count(dtype) / 8;
    const Int128 a = direct::load_number(dtype, a_.endian, a_.bytes.data() + at);
    const Int128 b = direct::load_number(dtype, b_.endian, b_.bytes.data() + at);
    if (a == b) return std::nullopt;
    return distance_of(dtype, a, b);
  }

  void compare(std::uint64_t i) {
    const auto apart = distance(i);
    if (!apart) return;
    ++found_.differing;
    if (!std::isfinite(*apart)) {
      ++found_.incomparable;
      return;
    }
    sum_ += *apart;
    if (*apart > found_.largest) {
      found_.largest = *apart;
      found_.largest_at = first_ + i;
    }
  }

  ElementBytes a_, b_;
  std::uint64_t first_ = 0;
  Dtype dtype_;
  std::uint64_t bits_;
  std::optional<Dtype> component_;  // of complex numbers
  ArrayDifference found_;
  long double sum_ = 0;
};

}  // namespace

ArrayDifference difference_of(const ElementBytes& a, const ElementBytes& b, Dtype dtype,
                              std::uint64_t count, const std::function<void(double)>& progress) {
  ArrayComparer comparer(dtype);
  comparer.look_at(a, b);
  for (std::uint64_t begin = 0; begin < count; begin += block_elements) {
    comparer.compare(begin, std::min(begin + block_elements, count));
    if (progress) progress(static_cast<double>(begin) / static_cast<double>(count));
  }
  return comparer.result(count);
}

ArrayDifference difference_of(stats::JoinedElements& a, stats::JoinedElements& b,
                              const std::function<void(double)>& progress) {
  const direct::Joined& array = a.array();
  const std::uint64_t count = std::min(a.count(), b.count()), size = array.element.size;
  ArrayComparer comparer(*array.element.dtype);
  std::vector<std::byte> block_a, block_b;
  for (std::uint64_t begin = 0; begin < count; begin += block_elements) {
    const std::uint64_t elements = std::min(block_elements, count - begin);
    block_a.resize(static_cast<std::size_t>(elements * size));
    block_b.resize(block_a.size());
    const Bytes read_a = a.read(begin * size, MutableBytes(block_a));
    const Bytes read_b = b.read(begin * size, MutableBytes(block_b));
    if (read_a.size() != block_a.size() || read_b.size() != block_b.size()) break;
    comparer.look_at({read_a, array.element.endian}, {read_b, b.array().element.endian}, begin);
    comparer.compare(0, elements);
    if (progress) progress(static_cast<double>(begin) / static_cast<double>(count));
  }
  return comparer.result(count);
}

}  // namespace schemac::diff
