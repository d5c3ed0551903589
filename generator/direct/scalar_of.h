// The scalars that a list consists of.
#pragma once

#include "plan/plan.h"

namespace schemac::direct {

/// The scalar of fixed size that a list consists of, or null.
[[nodiscard]] const plan::Scalar* scalar_of(const plan::List& list);
[[nodiscard]] const plan::Scalar* scalar_of(const plan::Body& body);

}  // namespace schemac::direct
