// Which section holds what: `in:` names one of the record itself or of a record around it.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void place_fields(Draft& draft);

}  // namespace schemac::model
