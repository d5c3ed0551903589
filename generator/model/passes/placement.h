// Which section holds what: `in:` names one of the record itself or of a record around it.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void place_fields(Draft& draft);
/// `version:` of the schema, and that everything with `since` or `until` has one to compare with.
void find_version(Draft& draft);

}  // namespace schemac::model
