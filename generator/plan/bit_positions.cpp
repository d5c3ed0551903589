#include "plan/bit_positions.h"

namespace schemac::plan {

std::optional<StoredBits> stored_bits(const Scalar& scalar) {
  if (scalar.place) return StoredBits{scalar.place->bytes, scalar.place->shift, scalar.bits};
  if (scalar.bits != 0) return StoredBits{scalar.bits / 8u, 0, scalar.bits};
  return std::nullopt;
}

SharedBytes shared_bytes(const Scalar& in_group) {
  const BitPosition& place = *in_group.place;
  const std::uint32_t lowest = place.shift / 8u, highest = (place.shift + in_group.bits - 1u) / 8;
  const bool is_big = in_group.endian == Endian::big;
  return {is_big ? place.bytes - 1u - highest : lowest, highest - lowest + 1};
}

std::string bits_text(const Scalar& in_group) {
  const std::uint32_t first = in_group.place->shift, last = first + in_group.bits - 1u;
  const std::string of = " of " + std::to_string(8u * in_group.place->bytes);
  if (first == last) return "bit " + std::to_string(first) + of;
  return "bits " + std::to_string(first) + " to " + std::to_string(last) + of;
}

}  // namespace schemac::plan
