#include "direct/scalar_of.h"

#include "plan/bit_positions.h"

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
  return scalar.bits != 0 || scalar.numeral ? model::range_of(scalar) : range_of(scalar.dtype);
}

std::optional<BitsAt> bits_of(const plan::Scalar& scalar) {
  const auto bits = plan::stored_bits(scalar);
  if (!bits) return std::nullopt;
  return BitsAt{bits->bytes, bits->shift, bits->width, scalar.endian == Endian::big,
                is_signed(scalar.dtype)};
}

}  // namespace schemac::direct
