// Which numbers of a record others in it depend on while it is written.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether anything in the record asks for the number `id` but the size of the field `sized`, which
/// that number states.
[[nodiscard]] bool is_asked(const Record& record, FieldId id, FieldId sized);

}  // namespace schemac::plan
