// What is written last when the elements of a list come one by one.
#pragma once

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Record::stream, once all fields have their sources.
void find_stream(RecordScope& scope);

}  // namespace schemac::plan
