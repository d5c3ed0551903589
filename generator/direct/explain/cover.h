// What the rows of a file leave open: gaps get rows of their own, so that each byte has one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/text/row.h"
#include "schemac/core/bytes.h"

namespace schemac::direct {

/// A part of the file whose gaps have a meaning.
struct Region {
  std::string path;
  std::uint64_t begin = 0, end = 0;
  bool has_zeros = false;  ///< its gaps are padding, otherwise they are room kept on purpose
  std::uint64_t last = 0;  ///< of the whole file: where the last content begins
};

/// Sorted, each byte once: gaps get rows of their own, and what lies inside another row becomes its
/// child.
[[nodiscard]] std::vector<Row> covered(std::vector<Row> rows, const std::vector<Region>& regions,
                                       Bytes space);

/// Zeros before and after the start of a section are one row, with both sides as children.
[[nodiscard]] std::vector<Row> with_gaps_joined(std::vector<Row> rows,
                                                const std::vector<Region>& regions);

}  // namespace schemac::direct
