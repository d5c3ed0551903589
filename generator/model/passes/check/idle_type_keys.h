// Keys of a type that have no meaning for its kind.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports them. What whole files are, and the files of directories, must be known.
void check_idle_keys_of_types(Draft& draft);

}  // namespace schemac::model
