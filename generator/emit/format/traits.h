// Puts what is asked of tokens most into one word each.
#pragma once

#include "emit/format/token.h"

namespace schemac::emit::format {

/// Roles, groups and penalties are known.
void find_traits(Line& line);

}  // namespace schemac::emit::format
