// Whether a reader can find its way: layout may not look forward, nothing may follow what goes on
// to the end, and no record may hold itself without end. Finds the least and fixed sizes of
// records.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void check_layout(Draft& draft);
void find_sizes(Draft& draft);
/// Needs roles: a number may count units.
void check_aligned_places(Draft& draft);

}  // namespace schemac::model
