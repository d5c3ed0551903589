// What a view of a file needn't look for while it is opened.
#pragma once

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Record::late, once it has its items.
void find_late_fields(RecordScope& scope);

}  // namespace schemac::plan
