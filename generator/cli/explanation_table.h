// What `explain` prints of a file, alone or in a directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "direct/explain/explain.h"

namespace schemac::cli {

/// Which elements of lists an explanation needs for a page or a table of what is asked for.
[[nodiscard]] direct::Folding folding_for(const ExplainOptions& options,
                                          const direct::Selection& asked = {});

/// Says that not all fields are shown, where that is so.
void complain_if_cut(const ExplainOptions& options, const std::string& file,
                     const direct::Explanation& explanation);

/// Rows in the parts and down to the depth that were asked for.
[[nodiscard]] std::vector<direct::Row> rows_shown(const ExplainOptions& options,
                                                  std::vector<direct::Row> rows);

/// The path among `rows` that is most like `path`.
[[nodiscard]] std::optional<std::string> suggest_path(const std::string& path,
                                                      const std::vector<direct::Row>& rows);

/// The arrays over pieces that are asked for.
[[nodiscard]] std::vector<direct::PlacedArray> arrays_of(
    const std::vector<direct::PlacedArray>& arrays, const direct::Selection& asked);

/// What an explanation says of arrays over pieces and of content after codecs, as far as it is
/// asked for.
[[nodiscard]] std::vector<direct::Note> notes_of(const direct::Explanation& explanation,
                                                 const direct::Selection& asked);

/// Prints `"fields":[...]`, and `,"arrays":[...]` if there are any.
void write_table(const std::vector<direct::Row>& rows,
                 const std::vector<direct::PlacedArray>& arrays);

/// Prints rows of an explanation of `bytes`, and notes.
void print_table(const ExplainOptions& options, const std::vector<direct::Row>& rows,
                 const std::vector<direct::Note>& notes, const Report& report, Bytes bytes);

}  // namespace schemac::cli
