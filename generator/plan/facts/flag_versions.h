// Flags that follow from what is there, and that not every version has.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// The flags of a field that its record can set in a version without them: such a version has the
/// field that they tell of. A writer refuses that by Scalar::unknown_flag.
[[nodiscard]] std::vector<const Flag*> flags_beyond_versions(const Record& record,
                                                             const Field& field);

}  // namespace schemac::plan
