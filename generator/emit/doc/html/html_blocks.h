// Blocks of a document as HTML.
#pragma once

#include "emit/doc/document.h"
#include "emit/doc/html/html_writer.h"

namespace schemac::emit::doc {

void emit_html(HtmlWriter& out, const Text& text);
void emit_html(HtmlWriter& out, const Block& block);

}  // namespace schemac::emit::doc
