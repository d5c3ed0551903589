// Rules about numbers that even a view's walk comes across.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether a rule follows from numbers of the record that its walk knows.
[[nodiscard]] bool is_about_numbers(const Record& record, const Require& require);

/// Whether it says that what counts a list isn't below 0.
[[nodiscard]] bool is_about_count(const Plan& plan, const Record& record, const Require& require);

}  // namespace schemac::plan
