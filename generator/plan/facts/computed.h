// Numbers that can't always be computed: too large, divided by 0, of an element that isn't there.
//
// A number of a record inside another one that follows from others there is computed where an
// expression asks for it, with those that it asks for.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether an expression over fields of `record` can't always be computed, or a number that it asks
/// a record inside for. `element`: what `_` and `_next` are, of a list of records.
[[nodiscard]] bool may_not_be_computed(const Plan& plan, const Record& record, const Expr& expr,
                                       const Record* element = nullptr);
/// The same of a field that follows from others.
[[nodiscard]] bool may_not_be_computed(const Plan& plan, const Record& record, FieldId id);

/// Whether a number that can be computed may be none of a type.
[[nodiscard]] bool may_not_fit(const Expr& expr, const Scalar& scalar);

}  // namespace schemac::plan
