// The graph that a writer follows: the value, the size and the start of every field, and what each
// needs to be known first. A cycle in it means that no writer could find these values, so it is an
// error, shown line by line.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void check_cycles(Draft& draft);

}  // namespace schemac::model
