#include "pages/index_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "direct/text/row_text.h"
#include "html/document.h"
#include "html/escape.h"
#include "pages/array_details.h"
#include "pages/assets.h"
#include "pages/verdict.h"
#include "source/utf8.h"
#include "stats/arrays.h"

namespace schemac::pages {
namespace {

using html::escaped;

constexpr std::size_t most_arrays = 500;  // that have a card
constexpr std::size_t most_links = 4;     // to the files of one

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

std::string shown_name(const std::string& name) { return source::as_utf8(name); }

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
      link_to(file.name), escaped(shown_name(file.name)), escaped(kind_of(*file.form)),
      direct::grouped(file.source->bytes().size()), verdict(report.ok(), report.count()));
}

// "5 pieces in 2 files, part_1.bin, part_2.bin", with links to their pages.
std::string pieces_of(const direct::PlacedArray& array) {
  std::vector<std::string> files;
  for (const direct::PiecePlace& place : array.places)
    if (files.empty() || files.back() != place.file) files.push_back(place.file);
  std::string text = counted(array.joined.pieces.size(), "piece");
  if (files.empty()) return text;
  text += " in " + counted(files.size(), "file") + ", ";
  const bool has_many = files.size() > most_links;
  const std::size_t shown = has_many ? most_links - 1 : files.size();
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format(R"({}<a href="{}">{}</a>)", i == 0 ? "" : ", ", link_to(files[i]),
                        escaped(shown_name(files[i])));
  return has_many ? text + " and " + direct::grouped(files.size() - shown) + " more" : text;
}

// A card for each array over the files, which a script fills with its data; nothing without any.
std::string arrays_of(const std::vector<direct::PlacedArray>& arrays, Json& data) {
  std::string cards;
  ArrayBudget budget;
  for (const direct::PlacedArray& each : arrays) {
    if (data.size() == most_arrays) break;
    const stats::FileArray array = stats::array_of(each.joined, each.path);
    const std::string& doc = each.joined.declared->doc;
    cards += fmt::format(
        R"(<article class="card" id="array-{}">
<h3>{}</h3>
<p>{}</p>
<p class="soft">{}, {}: {}</p>
</article>
)",
        data.size(), escaped(shown_name(array.name)), escaped(doc),
        escaped(shown_name(array.type_text())), counted(array.size(), "byte"), pieces_of(each));
    data.push_back(array_details(array, budget));
  }
  if (cards.empty()) return {};
  const std::string note =
      arrays.size() == data.size()
          ? ""
          : fmt::format(R"(<p class="soft">The first {} of {} arrays.</p>)",
                        direct::grouped(data.size()), direct::grouped(arrays.size()));
  return fmt::format(
      R"(<section aria-labelledby="arrays-title">
<h2 id="arrays-title">Arrays</h2>
{}<noscript><p class="soft">This page needs its scripts to show what is in them; <code>schemac stats</code> prints the same as text.</p></noscript>
<div class="cards">
{}</div>
</section>
)",
      note, cards);
}

std::string violations_of(const direct::DecodedDirectory& directory) {
  std::vector<ListedViolation> listed;
  for (const auto& [file, violation] : directory.violations) {
    const bool has_page = std::ranges::any_of(
        directory.files, [&, &name = file](const auto& each) { return each.name == name; });
    const std::string path = violation.path.empty() ? "" : ": " + violation.path;
    listed.push_back({has_page ? link_to(file) + "#" + violation.path : "#",
                      file.empty() ? violation.path : shown_name(file) + path, violation});
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
  Json data = Json::array();
  const std::string arrays = arrays_of(direct::placed_arrays(directory), data);
  html::Document document;
  document.title = options.name + " explained";
  document.body = fmt::format(
      fmt::runtime(index_html.text), fmt::arg("name", escaped(options.name)),
      fmt::arg("format", escaped(options.format)),
      fmt::arg("title", escaped(options.title.empty() ? options.format : options.title)),
      fmt::arg("size", counted(directory.files.size(), "file") + ", " + counted(size, "byte")),
      fmt::arg("verdict", verdict(directory.ok(), directory.violations.size())),
      fmt::arg("violations", violations_of(directory)), fmt::arg("arrays", arrays),
      fmt::arg("files", files), fmt::arg("data", html::script_json(data)));
  document.styles = {&verdict_css, &index_css, &arrays_css};
  document.scripts = {&elements_js, &texts_js, &arrays_js, &index_js, &html::theme_js};
  return html::to_html(document);
}

}  // namespace schemac::pages
