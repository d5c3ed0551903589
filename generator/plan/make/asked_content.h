// Numbers, texts and lists that lie elsewhere in the file, where others ask for what they are.
#pragma once

#include <vector>

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Reports expressions that ask what such a field is, or how much: generated readers don't keep it.
/// Where it begins, if a number says so, and whether it is there may be asked.
void report_asked_content(const std::vector<RecordScope>& scopes);

}  // namespace schemac::plan
