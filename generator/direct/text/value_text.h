// Values for a terminal: a line a member, records indented, what is long shortened.
#pragma once

#include <string>

#include "direct/value.h"

namespace schemac::direct {

/// For a terminal: a line a member, records indented, long lists and payloads shortened.
[[nodiscard]] std::string to_text(const Value& values);

}  // namespace schemac::direct
