// Sizes that a writer stores once what they are about was put, so that it isn't measured again.
#pragma once

#include <set>

#include "plan/plan.h"

namespace schemac::plan {

/// WrittenFacts::late_sizes of a record: fields that say how large the record right after them is,
/// and that nothing else needs.
[[nodiscard]] std::set<FieldId> late_sizes(const Plan& plan, const Record& record);

}  // namespace schemac::plan
