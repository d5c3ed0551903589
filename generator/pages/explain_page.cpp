#include "pages/explain_page.h"

#include <fmt/format.h>

#include "html/document.h"
#include "html/escape.h"
#include "pages/assets.h"

namespace schemac::pages {
namespace {

using html::escaped;

std::string counted(std::uint64_t count, const std::string& word) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return fmt::format("{} {}{}", digits, word, count == 1 ? "" : "s");
}

// "valid", or how many rules are broken.
std::string verdict(const Report& report) {
  if (report.ok()) return R"(<span class="verdict good">valid</span>)";
  const std::uint64_t count = report.violations().size() + report.dropped();
  return fmt::format(R"(<span class="verdict error">not valid: {}</span>)",
                     counted(count, "violation"));
}

// The list at the top. It stands in the page itself, so that it can be read without scripts; these
// make links of the paths.
std::string violations(const Report& report) {
  if (report.violations().empty()) return {};
  std::string items;
  for (const Violation& violation : report.violations()) {
    items += fmt::format(
        R"(<li class="{}"><a href="#{}">{}</a> <span class="where">byte {}</span> {} <code>[{}]</code></li>
)",
        violation.level <= Level::rule ? "error" : "warn", escaped(violation.path),
        escaped(violation.path.empty() ? "file" : violation.path), violation.offset,
        escaped(violation.message), id(violation.rule));
  }
  if (report.dropped() != 0) items += fmt::format("<li>and {} more</li>\n", report.dropped());
  return fmt::format(R"(<details id="violations" open>
<summary>{}</summary>
<ol>
{}</ol>
</details>
)",
                     counted(report.violations().size() + report.dropped(), "violation"), items);
}

std::string body(const Report& report, Bytes bytes, const PageOptions& options,
                 const nlohmann::ordered_json& data) {
  return fmt::format(
      fmt::runtime(explain_html.text), fmt::arg("file", escaped(options.file_name)),
      fmt::arg("format", escaped(options.format)),
      fmt::arg("title", escaped(options.title.empty() ? options.format : options.title)),
      fmt::arg("size", counted(bytes.size(), "byte")), fmt::arg("verdict", verdict(report)),
      fmt::arg("violations", violations(report)), fmt::arg("data", html::script_json(data)));
}

}  // namespace

std::string explain_page(const std::vector<direct::Row>& rows, const Report& report, Bytes bytes,
                         const PageOptions& options) {
  html::Document document;
  document.title = options.file_name + " explained";
  document.body = body(report, bytes, options, page_data(rows, report, bytes, options));
  document.styles = {&explain_css};
  document.scripts = {&elements_js, &model_js,   &texts_js,  &list_js, &tree_js,
                      &bytes_js,    &details_js, &search_js, &main_js, &html::theme_js};
  return html::to_html(document);
}

}  // namespace schemac::pages
