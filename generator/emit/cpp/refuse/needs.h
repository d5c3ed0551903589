// What the check of a record has to say of derived fields and of rules.
#pragma once

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/spell/questions.h"
#include "model/range_arithmetic.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// A derived field that may be too narrow for what it states.
[[nodiscard]] bool can_be_large(const WriteScope& scope, plan::FieldId id);

/// The same of one that may be below what fits.
[[nodiscard]] bool can_be_small(const WriteScope& scope, plan::FieldId id);

/// Whether a derived field can't always be computed.
[[nodiscard]] bool derivation_can_fail(const WriteScope& scope, plan::FieldId id);

/// Whether the writer has to check the rule: what states where something lies holds by
/// construction.
[[nodiscard]] bool is_checked(const WriteScope& scope, const plan::Require& require);

}  // namespace schemac::emit::cpp
