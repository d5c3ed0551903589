// schemac explain: what every byte of a file means.
#include "direct/explain.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/directories.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/page_writer.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "direct/file_form.h"
#include "direct/row_path.h"
#include "direct/row_text.h"
#include "direct/select_rows.h"
#include "source/diagnostics.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

int write_page_of(const ExplainOptions& options, const direct::Candidate& format,
                  const direct::Explanation& explanation, Bytes bytes) {
  std::error_code error;
  if (std::filesystem::equivalent(options.file, options.output, error)) {
    complain(options.output + " is the file to be explained; its page needs another name");
    return not_judged;
  }
  pages::PageOptions page;
  page.file_name = source::as_utf8(std::filesystem::path(options.file).filename().string());
  page.format = direct::name_of(format);
  page.title = format.plan->title;
  page.has_all_elements = options.all;
  return write_page(options.output, explanation, bytes, std::move(page)) ? fine : not_judged;
}

void complain_of_path(const ExplainOptions& options, const std::vector<direct::Row>& rows) {
  std::vector<std::string> paths;
  const auto depth = std::count_if(options.path.begin(), options.path.end(),
                                   [](char ch) { return ch == '.' || ch == '['; });
  for (const direct::Row& row : rows)
    paths.emplace_back(direct::to_depth(row.path, static_cast<std::uint32_t>(depth + 1)));
  const auto near = source::suggest(options.path, paths);
  complain("no part of " + options.file + " is called '" + direct::printable(options.path) + "'" +
           (near ? "; did you mean '" + *near + "'?" : ""));
}

// The rows asked for; none if nothing is called so, which was complained about.
std::vector<direct::Row> rows_asked_for(const ExplainOptions& options,
                                        std::vector<direct::Row> rows) {
  if (!options.path.empty()) {
    auto below = direct::rows_below(rows, options.path);
    if (below.empty()) complain_of_path(options, rows);
    rows = std::move(below);
  }
  if (!options.json) rows = direct::rows_in_parts(std::move(rows));
  if (options.depth != unlimited) rows = direct::rows_to_depth(rows, options.depth);
  return rows;
}

void print_table(const ExplainOptions& options, const std::vector<direct::Row>& rows,
                 const Report& report, Bytes bytes) {
  direct::TableOptions table;
  table.has_colours = !options.plain && has_colours(Stream::out);
  if (options.plain) table.hex_bytes = 0;
  if (!options.plain) table.width = terminal_width();
  std::cout << direct::to_table(options.all ? rows : direct::rows_without_insides(rows), bytes,
                                report.violations(), table);
}

}  // namespace

int explain(const ExplainOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  if (is_directory(options.file)) return explain_directory(options, known);
  Input input;
  if (!input.open(options.file)) return not_judged;
  const Bytes bytes = input.bytes();
  const auto format = known.choose(bytes, options.file);
  if (!format) return not_judged;
  auto explanation = direct::explain({*format->plan, *format->root, bytes}, folding_for(options));
  complain_if_cut(options, options.file, explanation);
  if (!options.output.empty()) return write_page_of(options, *format, explanation, bytes);
  const auto rows = rows_asked_for(options, std::move(explanation.rows));
  if (rows.empty() && !options.path.empty()) return not_judged;
  if (options.json) {
    direct::write_json(rows, std::cout);
  } else {
    print_table(options, rows, explanation.report, bytes);
  }
  return fine;
}

}  // namespace schemac::cli
