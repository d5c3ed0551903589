// Conditions: `valid`, `is`, `rules`, and what a type demands of a text's length, each as a
// Require. Where one goes in the list of items follows from the fields that it needs.
#pragma once

#include <set>
#include <vector>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

struct PendingRequire {
  Require require;
  std::set<FieldId> needs;
};

/// In the order in which they are to be reported: by field, then the record's rules.
[[nodiscard]] std::vector<PendingRequire> lower_requires(RecordScope& scope);

}  // namespace schemac::plan
