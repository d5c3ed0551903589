// Structural expressions that name fields of other records. Nothing is derived across records, so
// people have to give such fields, and to say that they know.
#pragma once

#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

void check_other_records(Draft& draft, const std::vector<std::vector<bool>>& parameters);

/// Whether something in a type was reported, so that its roles would only mislead.
[[nodiscard]] bool has_errors_in(const Draft& draft, TypeIndex type);

}  // namespace schemac::model
