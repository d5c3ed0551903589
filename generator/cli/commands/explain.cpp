// schemac explain: what every byte of a file means.
#include "direct/explain/explain.h"

#include <filesystem>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/commands/page_writer.h"
#include "cli/commands/selected_parts.h"
#include "cli/explanation_table.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "direct/explain/select_rows.h"
#include "direct/files/file_form.h"
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
  const auto near = suggest_path(options.path, rows);
  complain("no part of " + options.file + " is called '" + direct::printable(options.path) + "'" +
           (near ? "; did you mean '" + *near + "'?" : ""));
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
  const direct::FileForm form(*format->plan, *format->root, bytes);
  const auto asked = selected_parts(options.path, form, options.file);
  if (!asked) return not_judged;
  direct::Explanation explanation = while_busy("explain " + options.file, [&] {
    return direct::explain(form, folding_for(options, *asked));
  });
  complain_if_cut(options, options.file, explanation);
  if (!options.output.empty()) return write_page_of(options, *format, explanation, bytes);
  auto rows = direct::rows_of(explanation.rows, *asked);
  const auto arrays = arrays_of(explanation.arrays, *asked);
  const auto notes = options.json ? std::vector<direct::Note>() : notes_of(explanation, *asked);
  if (rows.empty() && notes.empty() && arrays.empty() && !options.path.empty()) {
    complain_of_path(options, explanation.rows);
    return not_judged;
  }
  rows = rows_shown(options, std::move(rows));
  if (options.json) {
    std::cout << '{';
    write_table(rows, arrays);
    std::cout << "}\n";
  } else {
    print_table(options, rows, notes, explanation.report, bytes);
  }
  return fine;
}

}  // namespace schemac::cli
