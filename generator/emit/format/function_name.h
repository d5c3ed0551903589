// Finds the name of the function that a line declares, which is a name that parameters follow.
#pragma once

#include "emit/format/token.h"

namespace schemac::emit::format {

/// Other roles are known.
void find_function_name(Line& line);

}  // namespace schemac::emit::format
