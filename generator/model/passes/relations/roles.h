// Which fields the writer fills in, and from what: the one pass that finds it, for all formats and
// outputs. Each structural expression (repeat, size, at, if, switch, a section's begin) relates the
// fields that it names to what it measures; a field that such a relation can be solved for is
// derived, by the first of them, and the others become equalities that are checked.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void find_roles(Draft& draft);

}  // namespace schemac::model
