// Which of the values that are to be written go on up to the end of what they lie in.
#pragma once

#include "direct/write/tree.h"

namespace schemac::direct {

/// Whether what lies in a record `owner` does (plan/facts/open_ends.h).
[[nodiscard]] bool is_open(const RecordNode& owner, const BodyNode& node);
[[nodiscard]] bool is_open(const RecordNode& node);

}  // namespace schemac::direct
