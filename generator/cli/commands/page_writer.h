// Pages of files and directories as files.
#pragma once

#include <string>

#include "cli/commands/directories.h"
#include "cli/options.h"
#include "direct/explain/explain.h"
#include "pages/page_data.h"

namespace schemac::cli {

/// Writes the page of a file, and says how far that is. `page.progress` is set here.
[[nodiscard]] bool write_page(const std::string& path, const direct::Explanation& explanation,
                              Bytes bytes, pages::PageOptions page);

/// Writes the pages of a directory to the folder `options.output`: index.html, and one a file. The
/// result is the exit code.
[[nodiscard]] int write_pages(const ExplainOptions& options, const OpenedDirectory& opened);

}  // namespace schemac::cli
