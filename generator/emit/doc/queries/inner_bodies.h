// What a body of the plan consists of.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace schemac::emit::doc {

/// The bodies inside a body: an element's, the alternatives'.
[[nodiscard]] std::vector<const plan::Body*> inner_bodies(const plan::Body& body);

}  // namespace schemac::emit::doc
