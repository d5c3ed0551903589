// schemac explain: what every byte of a file means.
#include "direct/explain.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/terminal.h"
#include "direct/validate.h"
#include "pages/explain_page.h"

namespace schemac::cli {
namespace {

int write_page(const ExplainOptions& options, const direct::Candidate& format,
               const std::vector<direct::Row>& rows, Bytes bytes) {
  std::error_code error;
  if (std::filesystem::equivalent(options.file, options.output, error)) {
    complain(options.output + " is the file to be explained; its page needs another name");
    return not_judged;
  }
  pages::PageOptions page;
  page.file_name = std::filesystem::path(options.file).filename().string();
  page.format = direct::name_of(format);
  page.title = format.plan->title;
  page.has_all_elements = options.all;
  const Report report = direct::validate(*format.plan, *format.root, bytes);
  const std::string text = pages::explain_page(rows, report, bytes, page);
  return write_file(options.output, text) ? fine : not_judged;
}

}  // namespace

int explain(const ExplainOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  Input input;
  if (!input.open(options.file)) return not_judged;
  const auto format = known.choose(input.bytes(), options.file);
  if (!format) return not_judged;
  const auto rows = direct::explain(*format->plan, *format->root, input.bytes());
  if (!options.output.empty()) return write_page(options, *format, rows, input.bytes());
  if (options.json) {
    std::cout << direct::to_json(rows).dump() << '\n';
    return fine;
  }
  direct::TableOptions table;
  table.path = options.path;
  table.depth = options.depth;
  table.has_colours = has_colours(Stream::out);
  std::cout << direct::to_table(rows, input.bytes(), table);
  return fine;
}

}  // namespace schemac::cli
