// Spelled numbers, directly: by the form and type that the plan says.
#pragma once

#include <cstdint>

#include "direct/number.h"
#include "plan/plan.h"
#include "schemac/base/numeral.h"

namespace schemac::direct {

/// The number at `begin`; false if it isn't whole or doesn't fit its type.
[[nodiscard]] bool find_numeral(const plan::Scalar& scalar, const std::byte* begin,
                                const std::byte* end, impl::numeral::IntegerAt& out);
/// What its bits are in its type.
[[nodiscard]] Int128 number_in(const plan::Scalar& scalar, std::uint64_t bits);
/// Bytes as a writer spells it; the value is in the range of its type.
[[nodiscard]] std::uint64_t numeral_size(const plan::Scalar& scalar, Int128 value);
/// Whether a number that was found lies as a writer spells it.
[[nodiscard]] bool is_as_written(const plan::Scalar& scalar, const impl::numeral::IntegerAt& found);
[[nodiscard]] bool is_as_written(const plan::Scalar& scalar, Bytes found);
/// Whether bytes spell the number.
[[nodiscard]] bool is_spelled(const plan::Scalar& scalar, Int128 value, Bytes spelled);
void store_numeral(const plan::Scalar& scalar, Int128 value, std::byte* at);

}  // namespace schemac::direct
