#include "cli/explanation_table.h"

#include <algorithm>
#include <iostream>
#include <iterator>

#include "cli/terminal.h"
#include "direct/explain/select_rows.h"
#include "direct/text/plain_content.h"
#include "direct/text/row_path.h"
#include "direct/text/row_text.h"
#include "pages/page_data.h"
#include "source/diagnostics.h"

namespace schemac::cli {

direct::Folding folding_for(const ExplainOptions& options, const direct::Selection& asked) {
  direct::Folding folding;
  folding.asked = asked;
  if (options.most != 0) folding.rows = options.most;
  if (options.all || options.json) return folding;
  folding.elements = options.output.empty() ? direct::ListEnds().most : pages::most_elements;
  return folding;
}

void complain_if_cut(const ExplainOptions& options, const std::string& file,
                     const direct::Explanation& explanation) {
  if (!explanation.is_cut) return;
  complain(file + ": has more than " + direct::grouped(options.most) +
           (options.most == 1 ? " field" : " fields") +
           "; elements of lists after these are folded; --most 0 shows all, --path some");
}

std::vector<direct::Row> rows_shown(const ExplainOptions& options, std::vector<direct::Row> rows) {
  if (!options.json) rows = direct::innermost_rows(std::move(rows));
  if (options.depth != unlimited) rows = direct::rows_to_depth(rows, options.depth);
  return rows;
}

std::optional<std::string> suggest_path(const std::string& path,
                                        const std::vector<direct::Row>& rows) {
  std::vector<std::string> paths;
  const auto depth =
      std::count_if(path.begin(), path.end(), [](char ch) { return ch == '.' || ch == '['; });
  for (const direct::Row& row : rows)
    paths.emplace_back(direct::to_depth(row.path, static_cast<std::uint32_t>(depth + 1)));
  return source::suggest(path, paths);
}

std::vector<direct::PlacedArray> arrays_of(const std::vector<direct::PlacedArray>& arrays,
                                           const direct::Selection& asked) {
  std::vector<direct::PlacedArray> found;
  std::ranges::copy_if(arrays, std::back_inserter(found),
                       [&](const auto& array) { return asked.holds(array.path); });
  return found;
}

std::vector<direct::Note> notes_of(const direct::Explanation& explanation,
                                   const direct::Selection& asked) {
  constexpr std::size_t most = 1000;  // each is decoded
  std::vector<direct::Note> notes;
  for (const direct::CodedContent& content : explanation.coded) {
    if (notes.size() >= most) break;
    if (!asked.holds(content.path)) continue;
    std::string text = direct::plain_text(content);
    if (text.empty()) continue;
    const std::uint64_t end = content.offset + content.bytes.stored().size();
    notes.push_back({content.path, end, std::move(text)});
  }
  std::stable_sort(notes.begin(), notes.end(),
                   [](const auto& a, const auto& b) { return a.end < b.end; });
  for (const direct::PlacedArray& array : arrays_of(explanation.arrays, asked))
    notes.push_back({array.path, direct::Note::at_end, direct::array_text(array.joined)});
  return notes;
}

void write_table(const std::vector<direct::Row>& rows,
                 const std::vector<direct::PlacedArray>& arrays) {
  std::cout << R"("fields":)";
  direct::write_fields(rows, std::cout);
  if (arrays.empty()) return;
  std::cout << R"(,"arrays":)";
  direct::write_arrays(arrays, std::cout);
}

void print_table(const ExplainOptions& options, const std::vector<direct::Row>& rows,
                 const std::vector<direct::Note>& notes, const Report& report, Bytes bytes) {
  direct::TableOptions table;
  table.has_colours = !options.plain && has_colours(Stream::out);
  if (options.plain) table.hex_bytes = 0;
  if (!options.plain) table.width = terminal_width();
  std::cout << direct::to_table(options.all ? rows : direct::rows_without_insides(rows), bytes,
                                report.violations(), table, notes);
}

}  // namespace schemac::cli
