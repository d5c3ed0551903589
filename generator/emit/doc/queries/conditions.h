// Conditions of rules as words: "`version` is 1", "`dtype` is one of I8, I16", or as the schema
// spells them.
#pragma once

#include "emit/doc/queries/doc_scope.h"

namespace schemac::emit::doc {

/// What must hold, without what the compiler puts around it (a condition has nothing to say about a
/// member that an enumeration doesn't know).
[[nodiscard]] Text condition(const DocScope& scope, const plan::Expr& expr);

/// `if:` of a field, without what versions add to it; null if there is none.
[[nodiscard]] const plan::Expr* own_condition(const plan::Field& field);

/// The number, if the expression is one.
[[nodiscard]] std::optional<std::uint64_t> constant_of(const plan::Expr& expr);

}  // namespace schemac::emit::doc
