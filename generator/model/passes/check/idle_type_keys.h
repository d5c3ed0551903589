// Keys that say nothing about the kind of type that they stand beside.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports them. What whole files are, and the files of directories, must be known.
void check_idle_keys_of_types(Draft& draft);

}  // namespace schemac::model
