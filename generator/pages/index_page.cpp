#include "pages/index_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "direct/row_text.h"
#include "html/document.h"
#include "html/escape.h"
#include "pages/assets.h"
#include "pages/head.h"
#include "source/utf8.h"
#include "stats/arrays.h"
#include "stats/element_text.h"
#include "stats/report.h"

namespace schemac::pages {
namespace {

using html::escaped;

constexpr std::uint64_t most_scanned = std::uint64_t{4} << 30;  // bytes, for statistics

// Names of files may hold what means something in a link.
std::string in_link(const std::string& path) {
  std::string text;
  for (const char ch : path) {
    const auto byte = static_cast<unsigned char>(ch);
    const bool is_plain =
        std::isalnum(byte) != 0 || std::string_view("-._~/").find(ch) != std::string_view::npos;
    text += is_plain ? std::string(1, ch) : fmt::format("%{:02X}", byte);
  }
  return text;
}

std::string shown(const std::string& file) { return source::as_utf8(file); }

// What a file is: the root of the format that has it, as in "stream", or the record that it holds.
std::string kind_of(const direct::FileForm& form) {
  const plan::Plan& plan = form.plan();
  const plan::Root& root = form.root();
  const bool is_known =
      !root.name.empty() &&
      std::ranges::any_of(plan.roots, [&](const auto& each) { return each.name == root.name; });
  return is_known ? root.name : plan.records[root.record].name;
}

std::string row_of(const direct::DirectoryFile& file, const direct::DecodedDirectory& directory) {
  const Report report = direct::report_of(directory, file.name);
  return fmt::format(
      R"(<tr><th scope="row"><a href="{}">{}</a></th><td>{}</td><td class="number">{}</td><td>{}</td></tr>
)",
      link_to(file.name), escaped(shown(file.name)), escaped(kind_of(*file.form)),
      direct::grouped(file.source->bytes().size()),
      verdict(report.ok(), report.violations().size() + report.dropped()));
}

// Statistics of an array in four cells, or why there are none.
std::string statistics_cells(const stats::FileArray& array, std::uint64_t& scanned) {
  const std::uint64_t size = array.size();
  const bool is_too_large = size > most_scanned - scanned;
  const Statistics found = is_too_large ? Statistics() : stats::statistics_of(array);
  if (!is_too_large) scanned += size;
  if (found.finite_count() == 0) {
    const std::string problem = is_too_large ? "too large for this page" : array.problem();
    return fmt::format(R"(<td colspan="4">{}</td>)", escaped(problem));
  }
  std::string cells;
  for (const double value :
       {found.finite.min, found.finite.max, found.finite.mean, found.finite.std})
    cells += fmt::format(R"(<td class="number">{}</td>)", stats::short_number(value));
  return cells;
}

// The arrays over the files, as a table; nothing without any.
std::string arrays_of(const direct::DecodedDirectory& directory) {
  std::string rows;
  std::uint64_t scanned = 0;
  stats::each_array(directory.arrays, [&](const stats::FileArray& array) {
    rows += fmt::format(
        R"(<tr><th scope="row">{}</th><td>{}</td><td class="number">{}</td><td class="number">{}</td>{}</tr>
)",
        escaped(shown(array.name)), escaped(shown(array.type_text())),
        direct::grouped(array.size()), direct::grouped(array.pieces->array().pieces.size()),
        statistics_cells(array, scanned));
  });
  if (rows.empty()) return {};
  return fmt::format(
      R"(<div class="files" role="region" aria-label="Arrays over the files" tabindex="0">
<table>
<thead><tr><th scope="col">Array</th><th scope="col">Type</th><th scope="col" class="number">Bytes</th><th scope="col" class="number">Pieces</th><th scope="col" class="number">Min</th><th scope="col" class="number">Max</th><th scope="col" class="number">Mean</th><th scope="col" class="number">Std</th></tr></thead>
<tbody>
{}</tbody>
</table>
</div>
)",
      rows);
}

std::string violations_of(const direct::DecodedDirectory& directory) {
  std::vector<ListedViolation> listed;
  for (const auto& [file, violation] : directory.violations) {
    const bool has_page = std::ranges::any_of(
        directory.files, [&, &name = file](const auto& each) { return each.name == name; });
    const std::string path = violation.path.empty() ? "" : ": " + violation.path;
    listed.push_back({has_page ? link_to(file) + "#" + violation.path : "#",
                      file.empty() ? violation.path : shown(file) + path, violation});
  }
  return violation_list(listed, 0);
}

}  // namespace

std::string page_of(const std::string& file) { return file + ".html"; }

std::string link_to(const std::string& file) { return in_link(page_of(file)); }

std::string index_from(const std::string& file) {
  std::string way;
  for (const char ch : file)
    if (ch == '/') way += "../";
  return way + "index.html";
}

std::string index_page(const direct::DecodedDirectory& directory, const IndexOptions& options) {
  std::string files;
  std::uint64_t size = 0;
  for (const direct::DirectoryFile& file : directory.files) {
    files += row_of(file, directory);
    size += file.source->bytes().size();
  }
  html::Document document;
  document.title = options.name + " explained";
  document.body = fmt::format(
      fmt::runtime(index_html.text), fmt::arg("name", escaped(options.name)),
      fmt::arg("format", escaped(options.format)),
      fmt::arg("title", escaped(options.title.empty() ? options.format : options.title)),
      fmt::arg("size", counted(directory.files.size(), "file") + ", " + counted(size, "byte")),
      fmt::arg("verdict", verdict(directory.ok(), directory.violations.size())),
      fmt::arg("violations", violations_of(directory)), fmt::arg("arrays", arrays_of(directory)),
      fmt::arg("files", files));
  document.styles = {&head_css, &index_css};
  document.scripts = {&html::theme_js};
  return html::to_html(document);
}

}  // namespace schemac::pages
