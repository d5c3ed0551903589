// What depends on the version of a file: `since` and `until`, and the field that holds the version.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// `since` and `until` of a map.
[[nodiscard]] Versions versions_under(Draft& draft, const syntax::Node& node);

/// "since version 2", "before version 3", "since version 2 and before version 4"; for messages.
[[nodiscard]] std::string shown(const Versions& versions);

/// `version:` of the schema; gives every record in which something depends on it the way to it
/// (Type::version), and refuses what no file can hold: a count that some versions lack, of a list
/// that they have.
void find_version(Draft& draft);

}  // namespace schemac::model
