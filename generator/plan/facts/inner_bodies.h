// What a body of the plan consists of.
#pragma once

#include <concepts>
#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// Kinds of bodies in which there is no body, nor a record.
template <class Kind>
concept Leaf = std::same_as<Kind, Scalar> || std::same_as<Kind, Constant> ||
    std::same_as<Kind, Text> || std::same_as<Kind, Raw> || std::same_as<Kind, Array>;
/// Kinds that no field of a message has.
template <class Kind>
concept OutsideMessages =
    std::same_as<Kind, Constant> || std::same_as<Kind, Array> || std::same_as<Kind, Switch>;

/// The bodies right inside a body: an element's, the alternatives'.
[[nodiscard]] std::vector<const Body*> inner_bodies(const Body& body);

/// The records that a body is made of: its own, its elements', its alternatives'.
[[nodiscard]] std::vector<const Nested*> nested_in(const Body& body);

}  // namespace schemac::plan
