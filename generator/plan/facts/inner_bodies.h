// What a body of the plan consists of.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// The bodies right inside a body: an element's, the alternatives'.
[[nodiscard]] std::vector<const Body*> inner_bodies(const Body& body);

/// The records that a body is made of: its own, its elements', its alternatives'.
[[nodiscard]] std::vector<const Nested*> nested_in(const Body& body);

}  // namespace schemac::plan
