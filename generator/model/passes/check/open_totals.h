// Totals that may be unknown, and spare bytes after elements: what a schema can't mean by them.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports `unknown` of what can't be unknown, and `slack` that no reader could find the end of.
/// Roles are known.
void check_open_totals(Draft& draft);

}  // namespace schemac::model
