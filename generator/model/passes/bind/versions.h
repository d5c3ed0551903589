// What depends on the version of a file: `since` and `until`, and the field that holds the version.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// `version:` of the schema; gives every record in which something depends on it the way to it
/// (Type::version), and refuses what no file can hold: a count that some versions lack, of a list
/// that they have.
void find_version(Draft& draft);

}  // namespace schemac::model
