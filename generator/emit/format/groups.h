// Finds the operands of the operators of a line: groups of tokens, each within others, which are
// indented as if they were in parentheses.
#pragma once

#include "emit/format/token.h"

namespace schemac::emit::format {

void find_groups(Line& line);

}  // namespace schemac::emit::format
