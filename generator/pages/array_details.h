// What a page shows of an array: its first values, statistics with a histogram, and a picture of
// it, if it is two-dimensional and small.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "schemac/array/passes.h"
#include "stats/arrays.h"

namespace schemac::pages {

using Json = nlohmann::ordered_json;

/// What the arrays of one page may ask for; what is used up is taken off.
struct ArrayBudget {
  std::uint64_t scanned = std::uint64_t{4} << 30;  ///< bytes gone through for statistics
  std::uint64_t pixels = std::uint64_t{1} << 18;
};

/// {"values", "columns", "count", "order", "statistics", "of", "histogram", "picture"}; members
/// that don't apply are left out; "problem" says why there are no statistics, where that isn't for
/// the budget. Numbers are texts as `%.6g` writes them.
[[nodiscard]] Json array_details(const stats::FileArray& array, ArrayBudget& budget,
                                 const PassProgress& progress = {});

}  // namespace schemac::pages
