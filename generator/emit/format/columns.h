// Braced lists with many elements, which are put into columns where these fit.
#pragma once

#include <cstdint>

#include "emit/format/token.h"

namespace schemac::emit::format {

/// Finds the ways in which each list of the line can be put into columns. Penalties are known.
void find_columns(Line& line);

/// The best of these for so much room, or null.
[[nodiscard]] const Columns* best_columns(const List& list, std::uint32_t room);

}  // namespace schemac::emit::format
