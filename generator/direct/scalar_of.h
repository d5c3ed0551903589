// The scalars that a list consists of, and where the bits of a number are.
#pragma once

#include <optional>

#include "direct/number.h"
#include "plan/plan.h"

namespace schemac::direct {

/// The scalar of fixed size that a list consists of, or null.
[[nodiscard]] const plan::Scalar* scalar_of(const plan::List& list);
[[nodiscard]] const plan::Scalar* scalar_of(const plan::Body& body);

/// Whole numbers that it can have in the file; bits for floating-point types.
[[nodiscard]] model::Range range_of(const plan::Scalar& scalar);
/// Of a scalar that doesn't fill its type in the file.
[[nodiscard]] std::optional<BitsAt> bits_of(const plan::Scalar& scalar);

}  // namespace schemac::direct
