// Which C++ type an element of a dtype has, and back.
#pragma once

#include <cstdint>
#include <type_traits>

#include "schemac/core/dtype.h"
#include "schemac/core/half.h"

namespace schemac::impl {

namespace detail {

template <class T>
struct ElementDtype;
template <Dtype value>
using DtypeConstant = std::integral_constant<Dtype, value>;

template <>
struct ElementDtype<std::uint8_t> : DtypeConstant<Dtype::u8> {};
template <>
struct ElementDtype<std::uint16_t> : DtypeConstant<Dtype::u16> {};
template <>
struct ElementDtype<std::uint32_t> : DtypeConstant<Dtype::u32> {};
template <>
struct ElementDtype<std::uint64_t> : DtypeConstant<Dtype::u64> {};
template <>
struct ElementDtype<std::int8_t> : DtypeConstant<Dtype::i8> {};
template <>
struct ElementDtype<std::int16_t> : DtypeConstant<Dtype::i16> {};
template <>
struct ElementDtype<std::int32_t> : DtypeConstant<Dtype::i32> {};
template <>
struct ElementDtype<std::int64_t> : DtypeConstant<Dtype::i64> {};
template <>
struct ElementDtype<Half> : DtypeConstant<Dtype::f16> {};
template <>
struct ElementDtype<BFloat16> : DtypeConstant<Dtype::bf16> {};
template <>
struct ElementDtype<float> : DtypeConstant<Dtype::f32> {};
template <>
struct ElementDtype<double> : DtypeConstant<Dtype::f64> {};
template <>
struct ElementDtype<Float8> : DtypeConstant<Dtype::f8e5m2> {};
template <>
struct ElementDtype<bool> : DtypeConstant<Dtype::bool8> {};

// std::complex<float> and <double>, recognised by their shape: <complex> takes as long to compile
// as the rest of this library, and few programs have complex numbers.
template <class T>
concept Complex = requires(const T& value) {
  typename T::value_type;
  value.real();
  value.imag();
  requires sizeof(T) == 2 * sizeof(typename T::value_type);
};
template <Complex T>
requires std::is_same_v<typename T::value_type, float>
struct ElementDtype<T> : DtypeConstant<Dtype::c64> {
};
template <Complex T>
requires std::is_same_v<typename T::value_type, double>
struct ElementDtype<T> : DtypeConstant<Dtype::c128> {
};

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// A C++ type that is the element of some dtype.
template <class T>
concept Element = requires {
  impl::detail::ElementDtype<T>::value;
};

/// The dtype whose elements are `T`.
template <Element T>
inline constexpr Dtype dtype_of = impl::detail::ElementDtype<T>::value;

/// Bytes that one element takes alone: packed ones a whole byte.
[[nodiscard]] constexpr std::uint64_t byte_count(Dtype dtype) { return (bit_count(dtype) + 7) / 8; }

}  // namespace schemac
