// A byte map cut into rows, as both printers draw it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/doc/document.h"

namespace schemac::emit::doc {

/// The piece of a box that lies in one row.
struct MapCell {
  const Box* box = nullptr;
  unsigned begin = 0, end = 0;  ///< columns
  bool is_begin = true;         ///< the box begins here, not in the row before
  bool is_end = true;           ///< and ends here
  bool is_named = true;         ///< the one piece that shows type and name
  bool is_varying = false;      ///< of no fixed size
  bool is_folded = false;       ///< of a size that more rows would show
};
struct MapRow {
  std::string label;  ///< where it begins: "16", "a + 16"; empty: after something that varies
  std::vector<MapCell> cells;
  bool begins_group = false;
};

[[nodiscard]] std::vector<MapRow> rows_of(const ByteMap& map, unsigned columns);

/// The map in words, for those who don't see it.
[[nodiscard]] std::string described(const ByteMap& map);

}  // namespace schemac::emit::doc
