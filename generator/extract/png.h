// An array as a picture. Of u8, u16 and bool the elements are the samples; other numbers are spread
// between black, the lowest, and white, the highest.
#pragma once

#include <string>

#include "extract/elements.h"
#include "stats/arrays.h"

namespace schemac::extract {

/// Why an array is no picture; empty if it is one: [height, width], or [height, width, samples]
/// with 1 to 4 samples (grey, grey and alpha, RGB, RGBA).
[[nodiscard]] std::string no_picture(const stats::FileArray& array);

/// Returns what went wrong, or nothing.
[[nodiscard]] std::string write_png(const stats::FileArray& array, const TakeBytes& take);

}  // namespace schemac::extract
