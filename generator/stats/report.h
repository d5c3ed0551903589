// An array with its statistics, as JSON for programs and as text for a terminal.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "schemac/array/statistics.h"
#include "stats/arrays.h"

namespace schemac::stats {

/// Of all its elements, in place; of an array that has a `problem`, before or afterwards, nothing.
[[nodiscard]] Statistics statistics_of(const FileArray& array, const PassProgress& progress = {});

/// {"name", "path", "dtype", "numpy", "dims", "order", "offset", "nbytes", "count", "first",
/// "last", "min", "max", "mean", "median", "std", "histogram"}; what isn't finite is a string,
/// "nan" or "inf". Elements that aren't finite are counted in "nan", "inf" and "-inf", and "finite"
/// has the statistics of the others. Of complex elements it is the magnitudes that are summarised,
/// which "of" says. Without elements there are no statistics, without data no bytes either;
/// "problem" says why there are none otherwise.
[[nodiscard]] nlohmann::ordered_json to_json(const FileArray& array, const Statistics& found);

/// Its type, first and last elements, statistics and a histogram in bars; lines of at most 80
/// characters where names and types allow. Colours are SGR codes.
[[nodiscard]] std::string to_text(const FileArray& array, const Statistics& found,
                                  bool has_colours);

}  // namespace schemac::stats
