// Arrays made of pieces elsewhere: `arrays` of a type.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Makes `Type::arrays`. Needs the fields of all types.
void make_arrays(Draft& draft);

}  // namespace schemac::model
