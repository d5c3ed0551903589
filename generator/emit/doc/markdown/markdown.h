// A page as Markdown, as GitHub and most tools read it: tables, anchors, and drawings in fences.
#pragma once

#include <string>
#include <string_view>

#include "emit/doc/document.h"

namespace schemac::emit::doc {

[[nodiscard]] std::string to_markdown(const Page& page);

/// Words of which nothing becomes markup; line feeds become spaces.
[[nodiscard]] std::string markdown_escaped(std::string_view words);
/// The same as code between backquotes; `in_table` keeps bars from ending a cell.
[[nodiscard]] std::string markdown_code(std::string_view words, bool in_table);

}  // namespace schemac::emit::doc
