// Parts of an explanation: those at a path, down to a depth, without the insides of long lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/path/selection.h"
#include "direct/text/row.h"

namespace schemac::direct {

/// Rows of what is asked for and of its parts; also rows within a row.
[[nodiscard]] std::vector<Row> rows_of(const std::vector<Row>& rows, const Selection& asked);

/// Rows whose children say more than they do, such as a message, give way to them; elements of
/// a list of numbers stay one row. Of a text, in which fields don't follow each other, the fields
/// that hold no others.
[[nodiscard]] std::vector<Row> innermost_rows(std::vector<Row> rows);

/// Neighbours whose paths are the same in their first `depth` parts become one row.
[[nodiscard]] std::vector<Row> rows_to_depth(const std::vector<Row>& rows, std::uint32_t depth);

/// How long lists are shown.
struct ListEnds {
  std::uint64_t most = 8;   ///< elements of a list that is shown as a whole
  std::uint64_t first = 3;  ///< of a longer one; and the last one
};

/// The elements between become one row: "items[3..98]", of kind `folded`, with what is in between.
[[nodiscard]] std::vector<Row> rows_without_insides(const std::vector<Row>& rows,
                                                    const ListEnds& ends = {});

}  // namespace schemac::direct
