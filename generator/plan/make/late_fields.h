// What a view of a file needs not look for while it is opened.
#pragma once

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Record::late, once its items stand.
void find_late_fields(RecordScope& scope);

}  // namespace schemac::plan
