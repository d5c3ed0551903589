#include "direct/scalar_of.h"

namespace schemac::direct {

const plan::Scalar* scalar_of(const plan::List& list) {
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  return scalar == nullptr || scalar->varies() ? nullptr : scalar;
}

const plan::Scalar* scalar_of(const plan::Body& body) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  return list == nullptr ? nullptr : scalar_of(*list);
}

model::Range range_of(const plan::Scalar& scalar) {
  return scalar.bits != 0 ? model::range_of(scalar) : range_of(scalar.dtype);
}

std::optional<BitsAt> bits_of(const plan::Scalar& scalar) {
  if (scalar.bits == 0) return std::nullopt;
  BitsAt bits;
  bits.bytes = scalar.place ? scalar.place->bytes : scalar.bits / 8u;
  bits.shift = scalar.place ? scalar.place->shift : 0u;
  bits.width = scalar.bits;
  bits.is_big = scalar.endian == Endian::big;
  bits.is_signed = is_signed(scalar.dtype);
  return bits;
}

}  // namespace schemac::direct
