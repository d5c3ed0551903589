// What of a value holds because derived numbers follow from it, so that a writer needs no check of
// it.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether a condition is a relation that a derived field is made by: `byte_count ==
/// ceil_div(bit_count, 8)`.
[[nodiscard]] bool holds_by_derivation(const Record& record, const Expr& condition);

/// Whether a condition on a field's presence follows from that presence: it asks for a flag, a
/// number or an offset that states it.
[[nodiscard]] bool follows_from_presence(const Record& record, FieldId id, const Expr& condition);

/// Whether a stated count or size is derived from the field whose it is.
[[nodiscard]] bool follows_from(const Record& record, const Expr& stated, FieldId id);

/// Whether the tag is derived from the alternative that this very field holds.
[[nodiscard]] bool tag_follows_from(const Record& record, const Switch& choice, FieldId id);
/// The same, or it is derived from this one where another field isn't there.
[[nodiscard]] bool tag_may_follow_from(const Record& record, const Switch& choice, FieldId id);

}  // namespace schemac::plan
