// The arrays over pieces that a file holds, whatever its format, with where they lie in it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"

namespace schemac::direct {

/// Where the stored bytes of a piece lie.
struct PiecePlace {
  std::string file = {};  ///< of a directory; empty where there is only one
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct PlacedArray {
  std::string path;          ///< "tensors[3].data"
  std::uint64_t offset = 0;  ///< of the stored bytes of its first piece; 0 without pieces
  Joined joined;
  std::vector<PiecePlace> places = {};  ///< in the order of pieces; none of those that were decoded
  std::string name = {};                ///< the key of its element; empty: it has none
};

/// Where in `file` a piece lies; none if it is of a text, or was decoded.
[[nodiscard]] std::optional<PiecePlace> place_in(Bytes file, const Piece& piece);

/// Arrays as JSON: [{"path", "type", "dtype", "numpy", "dims", "order", "nbytes", "value", "doc",
/// "pieces": [{"file", "offset", "size"}, ...]}, ...], a piece at a time; "value" has the first
/// elements, "file" is left out where there is only one.
void write_arrays(const std::vector<PlacedArray>& arrays, std::ostream& out);

/// Those whose pieces and types can be read, and parts that are arrays, each in the order of the
/// file. They borrow `bytes`.
[[nodiscard]] std::vector<PlacedArray> arrays_over_pieces(const plan::Plan& plan,
                                                          const plan::Root& root, Bytes bytes,
                                                          const Limits& limits = {});

}  // namespace schemac::direct
