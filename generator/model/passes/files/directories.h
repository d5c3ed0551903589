// Directories: their entries, and the names and rules that are about several files.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Makes `Format::directories` of the types that are such. Needs the fields of all types.
void make_directories(Draft& draft);

/// Whether all that is asked of values is in them. Needs the roles of all fields.
void check_directories(Draft& draft);

}  // namespace schemac::model
