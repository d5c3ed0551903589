// Where a line may be broken, where it must be, and what each break costs.
#pragma once

#include "emit/format/token.h"

namespace schemac::emit::format {

inline constexpr std::uint32_t column_limit = 100;
inline constexpr std::uint64_t cost_of_excess = 1'000'000;  // of each character beyond it
/// In a bracket the first break costs more, so that breaks are in few of them.
inline constexpr std::uint32_t cost_of_first_break = 15;

/// Fills in `can_break`, `must_break`, `penalty`, `total` and `tail`. Roles and groups are known.
void find_penalties(Line& line);

}  // namespace schemac::emit::format
