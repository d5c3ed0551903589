// Lists whose elements may come one by one: what such a schema can't mean.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports `stream` of lists that can't grow without moving or reading again what was written
/// before. Roles are known.
void check_streams(Draft& draft);

}  // namespace schemac::model
