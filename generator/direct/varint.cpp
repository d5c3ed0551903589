#include "direct/varint.h"

#include <type_traits>

namespace schemac::direct {
namespace {

using impl::varint::Form;

template <Form form, class Visit>
auto with_type(Dtype dtype, Visit&& visit) {
  using Constant = std::integral_constant<Form, form>;
  const bool has_sign = range_of(dtype).min < 0;
  const std::uint32_t bits = bit_count(dtype);
  if (bits == 8)
    return has_sign ? visit(Constant(), std::int8_t()) : visit(Constant(), std::uint8_t());
  if (bits == 16)
    return has_sign ? visit(Constant(), std::int16_t()) : visit(Constant(), std::uint16_t());
  if (bits == 32)
    return has_sign ? visit(Constant(), std::int32_t()) : visit(Constant(), std::uint32_t());
  return has_sign ? visit(Constant(), std::int64_t()) : visit(Constant(), std::uint64_t());
}

// Calls `visit` with the form as a constant, and with a number of the type.
template <class Visit>
auto with_varint(const plan::Scalar& scalar, Visit&& visit) {
  switch (scalar.varint) {
    case Form::leb128:
      return with_type<Form::leb128>(scalar.dtype, visit);
    case Form::zigzag:
      return with_type<Form::zigzag>(scalar.dtype, visit);
    case Form::vlq:
      return with_type<Form::vlq>(scalar.dtype, visit);
    case Form::vlq9:
      break;
  }
  return with_type<Form::vlq9>(scalar.dtype, visit);
}

}  // namespace

bool find_varint(const plan::Scalar& scalar, const std::byte* begin, const std::byte* end,
                 impl::varint::IntegerAt& out) {
  return with_varint(scalar, [&](auto form, auto type) {
    return impl::varint::find_integer<form, decltype(type)>(begin, end, out);
  });
}

Int128 number_in(const plan::Scalar& scalar, std::uint64_t bits) {
  return with_varint(scalar,
                     [&](auto, auto type) { return Int128{static_cast<decltype(type)>(bits)}; });
}

std::uint64_t varint_size(const plan::Scalar& scalar, Int128 value) {
  return with_varint(scalar, [&](auto form, auto type) {
    return impl::varint::integer_size<form>(static_cast<decltype(type)>(value));
  });
}

void store_varint(const plan::Scalar& scalar, Int128 value, std::byte* at) {
  with_varint(scalar, [&](auto form, auto type) {
    impl::varint::store_integer<form>(at, static_cast<decltype(type)>(value));
  });
}

}  // namespace schemac::direct
