// schemac doc: the specification of each format of a schema, a file a format.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>

#include "cli/commands/commands.h"
#include "cli/commands/examples.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "compile.h"
#include "emit/doc/html/html.h"
#include "emit/doc/make_page.h"
#include "emit/doc/markdown/markdown.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

/// Named after the schema; where that holds several formats, after each of them.
std::string file_name(const fs::path& schema, const Compilation& run, const plan::Plan& plan,
                      const std::string& extension) {
  return (run.plans.size() == 1 ? schema.stem().string() : plan.format) + "." + extension;
}

bool write_pages(const fs::path& schema, const Compilation& run, const DocOptions& options) {
  for (std::size_t i = 0; i < run.plans.size(); ++i) {
    const plan::Plan& plan = run.plans[i];
    const emit::doc::Page page =
        emit::doc::make_page(plan, run.formats[i], examples_of(plan, schema.parent_path()));
    const std::string text =
        options.format == "md" ? emit::doc::to_markdown(page) : emit::doc::to_html(page);
    const fs::path path =
        fs::path(options.directory) / file_name(schema, run, plan, options.format);
    if (!write_file(path.string(), text)) return false;
  }
  return true;
}

}  // namespace

int doc(const DocOptions& options) {
  int exit_code = fine;
  for (const std::string& schema : options.schemas) {
    const Compilation run = compile(schema);
    source::print(run.diagnostics, std::cerr, has_colours(Stream::err));
    if (!run.ok()) {
      exit_code =
          run.sources->files().empty() ? not_judged : std::max<int>(exit_code, judged_wrong);
      continue;
    }
    if (!write_pages(schema, run, options)) return not_judged;
  }
  return exit_code;
}

}  // namespace schemac::cli
