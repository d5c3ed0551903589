#include "html/document.h"

#include <fmt/format.h>

#include "html/escape.h"

namespace schemac::html {
namespace {

std::string to_base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned word = 0;
    for (std::size_t j = i; j < i + 3; ++j)
      word = word << 8 | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      out += i + j <= bytes.size() ? digits[word >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

// " 'sha256-...'" for each, or 'none'.
std::string allowed(const std::vector<const Asset*>& assets) {
  std::string out;
  for (const Asset* asset : assets) out += " 'sha256-" + to_base64(asset->sha256) + "'";
  return out.empty() ? " 'none'" : out;
}

}  // namespace

std::string to_html(const Document& document) {
  std::vector<const Asset*> styles = {&common_css};
  styles.insert(styles.end(), document.styles.begin(), document.styles.end());
  std::string elements;
  for (const Asset* style : styles) elements += fmt::format("<style>{}</style>\n", style->text);
  std::string scripts;
  for (const Asset* script : document.scripts)
    scripts += fmt::format("<script>{}</script>\n", script->text);
  return fmt::format(
      R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src{}; script-src{}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="schemac">
<title>{}</title>
<link rel="icon" href="data:,">
{}</head>
<body>
{}
{}</body>
</html>
)",
      allowed(styles), allowed(document.scripts), escaped(document.title), elements, document.body,
      scripts);
}

}  // namespace schemac::html
