// Beside a drawing of a file run the arrows from offsets to what they point at, each in a lane: two
// that overlap have different ones.
#pragma once

#include <cstddef>
#include <vector>

#include "emit/doc/document.h"

namespace schemac::emit::doc {

/// An arrow between rows of a drawing that has a row an area's title, a row a line, and a last one
/// for the end of the file.
struct LaneArrow {
  std::size_t from = 0, to = 0;  ///< rows
  std::size_t lane = 0;          ///< 0 is the nearest
};

/// The row of each area's title.
[[nodiscard]] std::vector<std::size_t> title_rows(const FileLayout& layout);
/// In the order of the layout's arrows.
[[nodiscard]] std::vector<LaneArrow> lanes_of(const FileLayout& layout);
[[nodiscard]] std::size_t lane_count(const std::vector<LaneArrow>& arrows);

/// The drawing in words.
[[nodiscard]] std::string described(const FileLayout& layout);

}  // namespace schemac::emit::doc
