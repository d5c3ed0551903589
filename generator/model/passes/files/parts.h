// Bytes that elements of a list share among them: `parts` of a field.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Makes `Type::parts`. Needs the fields of all types.
void make_parts(Draft& draft);

}  // namespace schemac::model
