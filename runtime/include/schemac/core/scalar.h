// One element of any dtype, held with its dtype: a value whose type the file chooses.
//
// Kept as the bytes that the element has in a little-endian file, so that reading and writing it
// loses nothing, not even the payload of a NaN. Equality is that of dtype and bytes.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <type_traits>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element.h"
#include "schemac/core/half.h"

namespace schemac {

class Scalar {
 public:
  /// A u8 of 0.
  Scalar() = default;
  template <Element T>
  explicit Scalar(T value) : dtype_(dtype_of<T>) {
    set(value);
  }
  /// A packed integer (u4, i2, t1, ...) or any other of a dtype that C++ has no type for. Bits that
  /// don't fit are dropped.
  [[nodiscard]] static Scalar of(Dtype dtype, std::int64_t value) {
    Scalar result;
    result.dtype_ = dtype;
    const std::uint32_t bits = std::min<std::uint32_t>(bit_count(dtype), 64);
    impl::store(result.bytes_.data(),
                static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - bits)));
    return result;
  }
  /// The element of a floating-point dtype that is nearest to a number.
  [[nodiscard]] static Scalar nearest(Dtype dtype, double value) {
    if (dtype == Dtype::f16) return Scalar(Half::nearest(value));
    if (dtype == Dtype::bf16) return Scalar(BFloat16::nearest(value));
    if (dtype == Dtype::f8e5m2) return Scalar(Float8::nearest(value));
    return dtype == Dtype::f32 ? Scalar(static_cast<float>(value)) : Scalar(value);
  }
  /// The element at `at`; `byte_count(dtype)` bytes were checked to be there. Bits after a packed
  /// one mean nothing.
  [[nodiscard]] static Scalar load_from(const std::byte* at, Dtype dtype,
                                        Endian order = Endian::little) {
    Scalar result;
    result.dtype_ = dtype;
    std::copy_n(at, byte_count(dtype), result.bytes_.begin());
    if (order == Endian::big) result.swap();
    if (const std::uint32_t bits = bit_count(dtype); bits < 8)
      result.bytes_.front() &= std::byte{0xff} >> (8 - bits);
    return result;
  }
  /// The inverse: stores `size()` bytes.
  void store_to(std::byte* at, Endian order = Endian::little) const {
    Scalar result = *this;
    if (order == Endian::big) result.swap();
    std::copy_n(result.bytes_.begin(), size(), at);
  }

  [[nodiscard]] Dtype dtype() const { return dtype_; }
  /// Bytes of the element.
  [[nodiscard]] std::uint64_t size() const { return byte_count(dtype_); }
  /// As in a little-endian file.
  [[nodiscard]] Bytes bytes() const {
    return Bytes(bytes_).first(static_cast<std::size_t>(size()));
  }
  template <Element T>
  [[nodiscard]] bool holds() const {
    return dtype_ == dtype_of<T>;
  }

  /// The number as a `T`, converted as by static_cast (of a complex one the real part).
  template <class T>
  requires std::is_arithmetic_v<T>
  [[nodiscard]] T get() const {
    switch (dtype_) {
      case Dtype::u8:
        return static_cast<T>(impl::load<std::uint8_t>(bytes_.data()));
      case Dtype::u16:
        return static_cast<T>(impl::load<std::uint16_t>(bytes_.data()));
      case Dtype::u32:
        return static_cast<T>(impl::load<std::uint32_t>(bytes_.data()));
      case Dtype::u64:
        return static_cast<T>(impl::load<std::uint64_t>(bytes_.data()));
      case Dtype::i8:
        return static_cast<T>(impl::load<std::int8_t>(bytes_.data()));
      case Dtype::i16:
        return static_cast<T>(impl::load<std::int16_t>(bytes_.data()));
      case Dtype::i32:
        return static_cast<T>(impl::load<std::int32_t>(bytes_.data()));
      case Dtype::i64:
        return static_cast<T>(impl::load<std::int64_t>(bytes_.data()));
      case Dtype::f16:
        return static_cast<T>(
            static_cast<float>(Half::from_bits(impl::load<std::uint16_t>(bytes_.data()))));
      case Dtype::bf16:
        return static_cast<T>(
            static_cast<float>(BFloat16::from_bits(impl::load<std::uint16_t>(bytes_.data()))));
      case Dtype::f32:
        return static_cast<T>(impl::load<float>(bytes_.data()));
      case Dtype::f64:
        return static_cast<T>(impl::load<double>(bytes_.data()));
      case Dtype::f8e5m2:
        return static_cast<T>(
            static_cast<float>(Float8::from_bits(impl::load<std::uint8_t>(bytes_.data()))));
      case Dtype::bool8:
        return static_cast<T>(impl::load<std::uint8_t>(bytes_.data()) != 0);
      case Dtype::c64:
        return static_cast<T>(impl::load<float>(bytes_.data()));
      case Dtype::c128:
        return static_cast<T>(impl::load<double>(bytes_.data()));
      case Dtype::u4:
      case Dtype::u2:
      case Dtype::u1:
        return static_cast<T>(packed());
      case Dtype::i4:
      case Dtype::i2:
      case Dtype::i1:
      case Dtype::t2:
        return static_cast<T>(signed_packed());
      case Dtype::t1:
        return static_cast<T>(packed() != 0 ? 1 : -1);
    }
    return T{};
  }

  bool operator==(const Scalar&) const = default;

 private:
  template <class T>
  void set(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      impl::store(bytes_.data(), static_cast<std::uint8_t>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      impl::store(bytes_.data(), value);
    } else if constexpr (requires { value.bits; }) {
      impl::store(bytes_.data(), value.bits);
    } else {
      impl::store(bytes_.data(), value.real());
      impl::store(bytes_.data() + size() / 2, value.imag());
    }
  }
  [[nodiscard]] int packed() const {
    return std::to_integer<int>(bytes_[0]) & ((1 << bit_count(dtype_)) - 1);
  }
  [[nodiscard]] int signed_packed() const {
    const int sign = 1 << (bit_count(dtype_) - 1);
    return (packed() ^ sign) - sign;
  }
  void swap() {
    const bool is_complex = dtype_ == Dtype::c64 || dtype_ == Dtype::c128;
    const auto number_size = static_cast<std::ptrdiff_t>(is_complex ? size() / 2 : size());
    std::reverse(bytes_.begin(), bytes_.begin() + number_size);
    if (is_complex) std::reverse(bytes_.begin() + number_size, bytes_.begin() + 2 * number_size);
  }

  alignas(8) std::array<std::byte, 16> bytes_{};
  Dtype dtype_ = Dtype::u8;
};

/// "2.5", "-1", "true", "1+2i": the shortest text that gives the number back.
[[nodiscard]] std::string to_string(const Scalar& scalar);

}  // namespace schemac

namespace schemac::impl {

namespace detail {

template <class T>
std::string shortest(T value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

template <class T>
std::string complex_text(const std::byte* at) {
  const std::string imaginary = shortest(load<T>(at + sizeof(T)));
  return shortest(load<T>(at)) + (imaginary.starts_with('-') ? "" : "+") + imaginary + 'i';
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

inline std::string to_string(const Scalar& scalar) {
  const Bytes bytes = scalar.bytes();
  switch (scalar.dtype()) {
    case Dtype::bool8:
      return scalar.get<bool>() ? "true" : "false";
    case Dtype::f16:
    case Dtype::bf16:
    case Dtype::f32:
    case Dtype::f8e5m2:
      return impl::detail::shortest(scalar.get<float>());
    case Dtype::f64:
      return impl::detail::shortest(scalar.get<double>());
    case Dtype::c64:
      return impl::detail::complex_text<float>(bytes.data());
    case Dtype::c128:
      return impl::detail::complex_text<double>(bytes.data());
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
      return impl::detail::shortest(scalar.get<std::uint64_t>());
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      return impl::detail::shortest(scalar.get<std::int64_t>());
  }
  return {};
}

}  // namespace schemac
