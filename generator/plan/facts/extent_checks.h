// What checks of payloads' extents ask of a reader.
#pragma once

#include <algorithm>

#include "plan/plan.h"

namespace schemac::plan {

/// Whether a reader refuses files over shared bytes or gaps: then it keeps all payloads where they
/// come in no order.
[[nodiscard]] inline bool readers_check_extents(const Plan& plan) {
  return std::any_of(plan.checks.begin(), plan.checks.end(), [](const Check& check) {
    const bool is_of_payloads = check.kind == CheckKind::overlap || check.kind == CheckKind::gap;
    return is_of_payloads && check.level == Level::error;
  });
}

}  // namespace schemac::plan
