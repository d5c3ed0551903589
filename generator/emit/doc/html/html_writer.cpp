#include "emit/doc/html/html_writer.h"

#include "html/escape.h"

namespace schemac::emit::doc {

void HtmlWriter::open(std::string_view tag, Attributes attributes) {
  out_ += '<';
  out_ += tag;
  for (const Attribute& attribute : attributes) {
    if (attribute.value.empty()) continue;
    out_ += ' ';
    out_ += attribute.name;
    out_ += "=\"";
    out_ += html::escaped(attribute.value);
    out_ += '"';
  }
  out_ += '>';
}

void HtmlWriter::close(std::string_view tag) {
  out_ += "</";
  out_ += tag;
  out_ += '>';
}

void HtmlWriter::element(std::string_view tag, Attributes attributes, const Content& content) {
  open(tag, attributes);
  content();
  close(tag);
}

void HtmlWriter::element(std::string_view tag, Attributes attributes, std::string_view words) {
  element(tag, attributes, [&] { text(words); });
}

void HtmlWriter::block(std::string_view tag, Attributes attributes, const Content& content) {
  out_ += '\n';
  element(tag, attributes, content);
}

void HtmlWriter::block(std::string_view tag, Attributes attributes, std::string_view words) {
  out_ += '\n';
  element(tag, attributes, words);
}

void HtmlWriter::empty(std::string_view tag, Attributes attributes) {
  open(tag, attributes);
  // HTML closes these by itself, shapes of SVG have an end.
  const bool is_html = tag == "input" || tag == "br" || tag == "wbr";
  if (!is_html) close(tag);
}

void HtmlWriter::text(std::string_view words) { out_ += html::escaped(words); }

}  // namespace schemac::emit::doc
