// How a writer finds out where payloads come to lie: whether in one pass over tables and payloads.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/plan.h"

namespace schemac::plan {

/// Tables of records whose size varies: a writer adds up the sizes of their elements.
[[nodiscard]] bool is_measured_by_element(const Field& field);
/// WrittenFacts::joined_section of a root.
[[nodiscard]] std::optional<std::uint32_t> joined_section(const Plan& plan, const Record& root);

}  // namespace schemac::plan
