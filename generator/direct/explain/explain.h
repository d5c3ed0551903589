// What every byte of a file means: rows in order of offset that cover it once, padding and the
// unknown included.
//
// Broken files are explained as far as they can be read; what no row reaches is `unknown`. Of files
// with more fields than `Folding::rows` further elements of lists are folded while they are walked:
// a row takes hundreds of times the bytes of a short field.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "direct/explain/folding.h"
#include "direct/explain/placed_arrays.h"
#include "direct/text/plain_content.h"
#include "direct/text/row.h"
#include "plan/plan.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace schemac::direct {

struct Explanation {
  std::vector<Row> rows;  ///< in order of offset; of a valid file they cover each byte exactly once
  Report report;          ///< as `validate` makes it
  bool is_cut = false;    ///< by `Folding::rows`
  std::vector<CodedContent> coded = {};  ///< in the order of the schema, the first ones
  std::vector<PlacedArray> arrays = {};  ///< made of pieces in several places
};

[[nodiscard]] Explanation explain(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                                  const Folding& folding = {}, const Limits& limits = {});

/// Prints [{"path", "offset", ...}, ...], a row at a time: as one tree, the JSON of a million rows
/// takes a gigabyte. "relation", "target" and "children" only where there are any.
void write_fields(const std::vector<Row>& rows, std::ostream& out);

struct TableOptions {
  bool has_colours = false;
  std::uint32_t hex_bytes = 8;  ///< bytes shown a row; 0: no such column
  std::size_t width = 0;        ///< of a line; 0: whatever it takes
};

/// A remark about a part of the file, in a line of its own after the row where that part ends.
struct Note {
  static constexpr std::uint64_t at_end = ~std::uint64_t{0};  ///< of what has no bytes of its own

  std::string path;
  std::uint64_t end = at_end;  ///< an offset
  std::string text;
};

/// A table for a terminal: offset, size, first bytes in hex, field, value, meaning; after the row
/// at fault its violations, after the parts that they are about `notes` (in order of their ends).
/// `rows` are some or all of an explanation of `bytes`.
[[nodiscard]] std::string to_table(const std::vector<Row>& rows, Bytes bytes,
                                   const std::vector<Violation>& violations,
                                   const TableOptions& options,
                                   const std::vector<Note>& notes = {});

}  // namespace schemac::direct
