// A value in few words: what a difference shows of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "direct/value.h"

namespace schemac::diff {

/// As `decode --json` has it, but of arrays and other long content only what they are like.
[[nodiscard]] nlohmann::ordered_json brief_json(const direct::Value& value);

/// In one line, of at most some 60 columns; what a terminal would obey is escaped.
[[nodiscard]] std::string brief_text(const direct::Value& value);

}  // namespace schemac::diff
