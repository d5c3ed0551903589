// Numbers of bits that don't fill whole bytes by themselves: neighbours share bytes.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Puts a field before each run of such numbers that stands for all of them: the number that their
/// bytes are. The run ends where it has filled a byte.
void group_bits(Draft& draft, TypeIndex index);

}  // namespace schemac::model
