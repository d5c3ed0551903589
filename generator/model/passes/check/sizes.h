// The least and fixed sizes of records; none may hold itself without end.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void find_sizes(Draft& draft);

}  // namespace schemac::model
