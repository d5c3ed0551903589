// The values of a file that are asked for, each under its own path.
#pragma once

#include "direct/path/selection.h"
#include "direct/value.h"

namespace schemac::direct {

/// Members called by their paths, in the order of the file: {"items[3].name": "pears"}. What a
/// schema doesn't take apart (arrays, values of no type) is there as a whole or not at all.
[[nodiscard]] Members selected_values(Value values, const Selection& asked);

}  // namespace schemac::direct
