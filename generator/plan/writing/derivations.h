// Relations inverted: by which expression a writer computes a derived number. It is made here once;
// both writers evaluate it over what they know: lengths and sizes of fields, what is there, which
// alternative is held, and where things lie.
#pragma once

#include <optional>

#include "plan/plan.h"

namespace schemac::plan {

/// Field::derivation and Field::multiple of a record whose fields have their sources.
void find_derivations(Record& record);

/// The field of which a condition asks whether a value has it, in its version. Derivations of
/// numbers about several fields, or about one that may not be there, choose by such conditions.
[[nodiscard]] std::optional<FieldId> asks_whether_held(const Expr& condition);

}  // namespace schemac::plan
