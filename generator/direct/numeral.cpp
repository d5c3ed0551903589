#include "direct/numeral.h"

#include <type_traits>

#include "schemac/base/checked.h"

namespace schemac::direct {
namespace {

using impl::numeral::Notation;

// Calls `visit` with a number of the type.
template <class Visit>
auto with_type(Dtype dtype, Visit&& visit) {
  const bool has_sign = range_of(dtype).min < 0;
  const std::uint32_t bits = bit_count(dtype);
  if (bits == 8) return has_sign ? visit(std::int8_t()) : visit(std::uint8_t());
  if (bits == 16) return has_sign ? visit(std::int16_t()) : visit(std::uint16_t());
  if (bits == 32) return has_sign ? visit(std::int32_t()) : visit(std::uint32_t());
  return has_sign ? visit(std::int64_t()) : visit(std::uint64_t());
}

// The same with the notation of a varint as a constant.
template <class Visit>
auto with_varint(const plan::Scalar& scalar, Visit&& visit) {
  const auto in = [&]<Notation notation>(std::integral_constant<Notation, notation> constant) {
    return with_type(scalar.dtype, [&](auto type) { return visit(constant, type); });
  };
  switch (scalar.numeral->notation) {
    case Notation::leb128:
      return in(std::integral_constant<Notation, Notation::leb128>());
    case Notation::zigzag:
      return in(std::integral_constant<Notation, Notation::zigzag>());
    case Notation::vlq:
      return in(std::integral_constant<Notation, Notation::vlq>());
    case Notation::vlq9:
    case Notation::digits:  // which aren't a varint
      break;
  }
  return in(std::integral_constant<Notation, Notation::vlq9>());
}

bool has_digits(const plan::Scalar& scalar) { return scalar.numeral->notation == Notation::digits; }

}  // namespace

bool find_numeral(const plan::Scalar& scalar, const std::byte* begin, const std::byte* end,
                  impl::numeral::IntegerAt& out) {
  if (has_digits(scalar)) {
    const auto most = static_cast<std::uint64_t>(range_of(scalar.dtype).max);
    return impl::numeral::find_digits(*scalar.numeral, most, begin, end, out);
  }
  return with_varint(scalar, [&](auto notation, auto type) {
    return impl::numeral::varint::find<notation, decltype(type)>(begin, end, out);
  });
}

Int128 number_in(const plan::Scalar& scalar, std::uint64_t bits) {
  return with_type(scalar.dtype,
                   [&](auto type) { return Int128{static_cast<decltype(type)>(bits)}; });
}

std::uint64_t numeral_size(const plan::Scalar& scalar, Int128 value) {
  if (has_digits(scalar))
    return impl::numeral::digits_size(*scalar.numeral, static_cast<std::uint64_t>(value));
  return with_varint(scalar, [&](auto notation, auto type) {
    return impl::numeral::varint::size_of<notation>(static_cast<decltype(type)>(value));
  });
}

bool is_as_written(const plan::Scalar& scalar, const impl::numeral::IntegerAt& found) {
  if (has_digits(scalar)) return impl::numeral::is_as_written(*scalar.numeral, found);
  return impl::distance(found.content, found.after) ==
         numeral_size(scalar, number_in(scalar, found.bits));
}

bool is_as_written(const plan::Scalar& scalar, Bytes found) {
  impl::numeral::IntegerAt integer;
  return find_numeral(scalar, found.data(), found.data() + found.size(), integer) &&
         is_as_written(scalar, integer);
}

bool is_spelled(const plan::Scalar& scalar, Int128 value, Bytes spelled) {
  impl::numeral::IntegerAt found;
  const std::byte* const end = spelled.data() + spelled.size();
  return !spelled.empty() && find_numeral(scalar, spelled.data(), end, found) &&
         found.after == end && number_in(scalar, found.bits) == value;
}

void store_numeral(const plan::Scalar& scalar, Int128 value, std::byte* at) {
  if (has_digits(scalar))
    return impl::numeral::store_digits(*scalar.numeral, at, static_cast<std::uint64_t>(value));
  with_varint(scalar, [&](auto notation, auto type) {
    impl::numeral::varint::store<notation>(at, static_cast<decltype(type)>(value));
  });
}

}  // namespace schemac::direct
