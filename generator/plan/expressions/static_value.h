// What an expression gives if one field is known and nothing else: how the compiler finds out which
// members of an enumeration a `valid` refuses.
#pragma once

#include <optional>

#include "plan/expression.h"
#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Nothing if the value depends on more than `field`, or the operator isn't one that conditions on
/// tags use.
[[nodiscard]] std::optional<model::Int128> static_value(const Builder& builder, const Expr& expr,
                                                        FieldId field, model::Int128 value);

}  // namespace schemac::plan
