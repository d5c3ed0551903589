// What not every version of a format has: `since` and `until` as conditions on the file's version.
#pragma once

#include <optional>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Whether the version of the file is one of these. The record depends on the version.
[[nodiscard]] Expr is_one_of_versions(const RecordScope& scope, const model::Versions& versions);
/// Of a field with `since` or `until`.
[[nodiscard]] std::optional<Availability> lower_availability(RecordScope& scope,
                                                             const model::Field& field);
/// Of a scalar with members or flags that not every version has; `subject` is that of its checks.
[[nodiscard]] std::optional<VersionedScalar> lower_versioned(RecordScope& scope,
                                                             const model::Scalar& scalar,
                                                             const CheckSubject& subject);

}  // namespace schemac::plan
