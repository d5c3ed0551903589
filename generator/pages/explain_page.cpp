#include "pages/explain_page.h"

#include <fmt/format.h>

#include "html/document.h"
#include "html/escape.h"
#include "pages/assets.h"
#include "pages/verdict.h"

namespace schemac::pages {
namespace {

using html::escaped;

std::string violations(const Report& report) {
  std::vector<ListedViolation> listed;
  for (const Violation& violation : report.violations())
    listed.push_back({"#" + violation.path, violation.path, violation});
  return violation_list(listed, report.dropped());
}

// The way to the page of the directory that the file is in.
std::string up(const PageOptions& options) {
  if (options.index.empty()) return {};
  return fmt::format(R"(<a href="{}">{}</a> )", escaped(options.index),
                     escaped(options.index_name));
}

std::string body(const Report& report, Bytes bytes, const PageOptions& options,
                 const nlohmann::ordered_json& data) {
  return fmt::format(
      fmt::runtime(explain_html.text), fmt::arg("file", escaped(options.file_name)),
      fmt::arg("format", escaped(options.format)),
      fmt::arg("title", escaped(options.title.empty() ? options.format : options.title)),
      fmt::arg("size", counted(bytes.size(), "byte")), fmt::arg("up", up(options)),
      fmt::arg("verdict", verdict(report.ok(), report.count())),
      fmt::arg("violations", violations(report)), fmt::arg("data", html::script_json(data)));
}

}  // namespace

std::string explain_page(const direct::Explanation& explanation, Bytes bytes,
                         const PageOptions& options) {
  html::Document document;
  document.title = options.file_name + " explained";
  document.body = body(explanation.report, bytes, options, page_data(explanation, bytes, options));
  document.styles = {&verdict_css, &explain_css, &arrays_css};
  document.scripts = {&elements_js, &model_js,   &texts_js,  &list_js,  &tree_js, &bytes_js,
                      &arrays_js,   &details_js, &search_js, &table_js, &main_js, &html::theme_js};
  return html::to_html(document);
}

}  // namespace schemac::pages
