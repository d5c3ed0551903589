// Whether a reader can find its way: nothing that says where fields lie may come after them, and
// nothing may follow what goes on to the end.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void check_reading_order(Draft& draft);
/// Needs roles: a number may count units.
void check_aligned_places(Draft& draft);

}  // namespace schemac::model
