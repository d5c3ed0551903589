// Diagrams as SVG inside of a page: shapes with classes, which page.css colours.
#pragma once

#include "emit/doc/document.h"
#include "emit/doc/html/html_writer.h"

namespace schemac::emit::doc {

void emit_svg(HtmlWriter& out, const ByteMap& map);
void emit_svg(HtmlWriter& out, const FileLayout& layout);

}  // namespace schemac::emit::doc
