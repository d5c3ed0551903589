// Varints, directly: by the form and type that the plan says.
#pragma once

#include <cstdint>

#include "direct/number.h"
#include "plan/plan.h"
#include "schemac/base/varint.h"

namespace schemac::direct {

/// The number at `begin`; false if it isn't whole or doesn't fit its type.
[[nodiscard]] bool find_varint(const plan::Scalar& scalar, const std::byte* begin,
                               const std::byte* end, impl::varint::IntegerAt& out);
/// What its bits are in its type.
[[nodiscard]] Int128 number_in(const plan::Scalar& scalar, std::uint64_t bits);
/// Bytes of the shortest form; the value is in the range of its type.
[[nodiscard]] std::uint64_t varint_size(const plan::Scalar& scalar, Int128 value);
void store_varint(const plan::Scalar& scalar, Int128 value, std::byte* at);

}  // namespace schemac::direct
