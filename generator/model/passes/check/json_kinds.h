// Texts whose records are one value that is recognised by its kind (`as: one-of`).
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports each field whose values would be read as those of a field before it. The records of all
/// texts are made.
void check_kinds(Draft& draft);

}  // namespace schemac::model
