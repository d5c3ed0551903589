// `since` and `until`: the versions of a file that have something.
#pragma once

#include <string>

#include "model/passes/draft.h"

namespace schemac::model {

/// `since` and `until` of a map.
[[nodiscard]] Versions versions_under(Draft& draft, const syntax::Node& node);

/// "since version 2", "before version 3", "since version 2 and before version 4"; for messages.
[[nodiscard]] std::string shown(const Versions& versions);

}  // namespace schemac::model
