// Whether anything in a field is a person's to say. Counts, sizes and presence follow only from
// what holds such values: of constants and of what is derived itself nothing can be learnt.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

[[nodiscard]] bool holds_given_values(const Draft& draft, TypeIndex type, FieldIndex field);

}  // namespace schemac::model
