// Elements of any dtype as doubles, a block at a time.
//
// What calculates with the elements of a file would need a copy of itself for each of the 24 dtypes
// and both byte orders; converting costs less than reading the memory. Whole numbers beyond 2^53
// are rounded, as NumPy rounds them in `astype(float64)`; of a complex number it is the magnitude.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>

#include "schemac/base/lists.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/half.h"
#include "schemac/core/scalar_list.h"

namespace schemac::impl {

namespace detail {

template <class T>
[[nodiscard]] double as_double(T value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(value);
  } else if constexpr (requires { value.bits; }) {
    return static_cast<double>(static_cast<float>(value));
  } else {
    return static_cast<double>(std::abs(value));
  }
}

template <class List>
void copy_doubles(const std::byte* begin, std::uint64_t first, std::span<double> out) {
  const List list(begin, first + out.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = as_double(list[first + i]);
}

using DoubleCopier = void (*)(const std::byte* begin, std::uint64_t first, std::span<double> out);

template <class T>
[[nodiscard]] DoubleCopier scalar_copier(Endian endian) {
  return endian == Endian::little ? &copy_doubles<ScalarList<T, Endian::little>>
                                  : &copy_doubles<ScalarList<T, Endian::big>>;
}

[[nodiscard]] inline DoubleCopier double_copier(Dtype dtype, Endian endian) {
  switch (dtype) {
    case Dtype::u8:
      return scalar_copier<std::uint8_t>(endian);
    case Dtype::u16:
      return scalar_copier<std::uint16_t>(endian);
    case Dtype::u32:
      return scalar_copier<std::uint32_t>(endian);
    case Dtype::u64:
      return scalar_copier<std::uint64_t>(endian);
    case Dtype::i8:
      return scalar_copier<std::int8_t>(endian);
    case Dtype::i16:
      return scalar_copier<std::int16_t>(endian);
    case Dtype::i32:
      return scalar_copier<std::int32_t>(endian);
    case Dtype::i64:
      return scalar_copier<std::int64_t>(endian);
    case Dtype::f16:
      return scalar_copier<Half>(endian);
    case Dtype::bf16:
      return scalar_copier<BFloat16>(endian);
    case Dtype::f32:
      return scalar_copier<float>(endian);
    case Dtype::f64:
      return scalar_copier<double>(endian);
    case Dtype::f8e5m2:
      return scalar_copier<Float8>(endian);
    case Dtype::bool8:
      return scalar_copier<bool>(endian);
    case Dtype::c64:
      return scalar_copier<std::complex<float>>(endian);
    case Dtype::c128:
      return scalar_copier<std::complex<double>>(endian);
    case Dtype::u4:
      return &copy_doubles<PackedList<Dtype::u4>>;
    case Dtype::u2:
      return &copy_doubles<PackedList<Dtype::u2>>;
    case Dtype::u1:
      return &copy_doubles<PackedList<Dtype::u1>>;
    case Dtype::i4:
      return &copy_doubles<PackedList<Dtype::i4>>;
    case Dtype::i2:
      return &copy_doubles<PackedList<Dtype::i2>>;
    case Dtype::i1:
      return &copy_doubles<PackedList<Dtype::i1>>;
    case Dtype::t2:
      return &copy_doubles<PackedList<Dtype::t2>>;
    case Dtype::t1:
      return &copy_doubles<PackedList<Dtype::t1>>;
  }
  return nullptr;
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// `size()` elements where they lie, read as doubles; borrows their bytes.
class Doubles {
 public:
  /// Takes fewer than `count` if `bytes` doesn't hold so many.
  Doubles(Bytes bytes, Dtype dtype, Endian endian, std::uint64_t count)
      : begin_(bytes.data()), copy_(impl::detail::double_copier(dtype, endian)) {
    const std::uint64_t bits = bit_count(dtype);
    const std::uint64_t room = bits < 8 ? bytes.size() * (8 / bits) : bytes.size() / (bits / 8);
    size_ = std::min(count, room);
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Elements from `first` on; fills `out`, or as much of it as there are elements.
  [[nodiscard]] std::span<const double> read(std::uint64_t first, std::span<double> out) const {
    const std::uint64_t left = size_ - std::min(first, size_);
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size())));
    copy_(begin_, first, out);
    return out;
  }

 private:
  const std::byte* begin_;
  impl::detail::DoubleCopier copy_;
  std::uint64_t size_ = 0;
};

/// Elements that lie in no one stretch of memory. `read` is as that of `Doubles`; it is asked for
/// blocks from the first to the last, several times.
struct DoubleSource {
  std::uint64_t size = 0;
  std::function<std::span<const double>(std::uint64_t first, std::span<double> out)> read;
};

}  // namespace schemac
