// What can't depend on where things lie.
#pragma once

#include <vector>

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Conditions and tags can't depend on it: what is there decides where things lie.
void report_asked_layout(const std::vector<RecordScope>& scopes);

}  // namespace schemac::plan
