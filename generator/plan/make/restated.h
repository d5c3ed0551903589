// Relations that say the same twice: `byte_count` is: ceil_div(bit_count, 8), and the bits fill
// `byte_count` bytes. One broken file would break both at one place, so only the one that the
// schema spells out is checked.
#pragma once

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Whether `is:` of the field that states the size of the region is the very size of the content.
[[nodiscard]] bool restates_size(const RecordScope& scope, const Field& field);

}  // namespace schemac::plan
