// An array as text: rows for spreadsheets, nested lists for programs.
#pragma once

#include <string>

#include "extract/elements.h"
#include "stats/arrays.h"

namespace schemac::extract {

/// A line for each row of the last dimension, its elements with commas between; of one dimension a
/// line an element. Real numbers come back bit for bit. Returns why an element can't be decoded, or
/// nothing.
[[nodiscard]] std::string write_csv(const stats::FileArray& array, const TakeBytes& take);

/// Nested lists, as `tolist()` of NumPy makes them; what isn't finite is a string, complex numbers
/// are pairs. Likewise.
[[nodiscard]] std::string write_json(const stats::FileArray& array, const TakeBytes& take);

}  // namespace schemac::extract
