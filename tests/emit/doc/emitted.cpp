#include "emit/doc/emitted.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <regex>

#include "emit/doc/html/html.h"
#include "emit/doc/make_page.h"
#include "emit/doc/markdown/markdown.h"

namespace emitted {
namespace {

using namespace schemac;

Documents made(Compilation run) {
  INFO(source::to_text(run.diagnostics));
  REQUIRE(run.ok());
  Documents out;
  out.page = emit::doc::make_page(run.plans.front(), run.formats.front(), {});
  out.html = emit::doc::to_html(out.page);
  out.markdown = emit::doc::to_markdown(out.page);
  out.run = std::move(run);
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// The name of a tag: "a" of "</a".
std::string name_of(const std::string& tag) {
  const std::size_t begin = tag.find_first_not_of("</");
  return tag.substr(begin, tag.find_first_of(" >/", begin) - begin);
}

bool is_inline(const std::string& tag) {
  const std::string name = name_of(tag);
  return name == "a" || name == "code" || name == "strong" || name == "span" || name == "wbr";
}

// Tags to spaces where they part words for the eye, to nothing inside a line.
std::string without_tags(const std::string& html) {
  std::string out;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] != '<') {
      out += html[i];
      continue;
    }
    const std::size_t end = html.find('>', i);
    const std::string tag = html.substr(i, end - i);
    if (!is_inline(tag)) out += ' ';
    i = end;
  }
  return out;
}

std::string folded(const std::string& text) {
  std::string out;
  for (const char ch : text) {
    const bool is_space = ch == ' ' || ch == '\n' || ch == '\t';
    if (!is_space)
      out += ch;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

std::string without_entities(std::string text) {
  constexpr std::array<std::array<const char*, 2>, 5> entities = {
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}};
  for (const auto& [name, sign] : entities) text = replaced(std::move(text), name, sign);
  return text;
}

// The end of the element whose start tag begins at `at`.
std::size_t end_of_element(const std::string& html, std::size_t at) {
  const std::string name = name_of(html.substr(at, html.find('>', at) - at));
  int depth = 0;
  for (; at != html.npos; at = html.find('<', at + 1)) {
    const std::string tag = html.substr(at, html.find('>', at) - at);
    if (name_of(tag) != name) continue;
    depth += tag[1] == '/' ? -1 : 1;
    if (depth == 0) return at;
  }
  return html.size();
}

}  // namespace

Documents documents_of(const std::string& schema) {
  return made(compile_text("test.yaml", schema));
}
Documents documents_of_file(const std::string& path) { return made(compile(path)); }

std::optional<std::string> words_in_html(const std::string& html, const std::string& id) {
  const std::size_t attribute = html.find(" id=\"" + id + "\"");
  if (attribute == html.npos) return std::nullopt;
  const std::size_t begin = html.rfind('<', attribute);
  const std::size_t end = end_of_element(html, begin);
  return folded(without_entities(without_tags(html.substr(begin, end - begin))));
}

std::optional<std::string> words_in_markdown(const std::string& markdown, const std::string& id) {
  const std::size_t at = markdown.find("<a id=\"" + id + "\"></a>");
  if (at == markdown.npos) return std::nullopt;
  std::size_t begin = markdown.rfind('\n', at) + 1;
  std::size_t end = markdown.find('\n', at);
  if (begin == at && markdown[end + 1] == '\n') {
    const std::size_t heading = end + 2;
    const std::size_t level = markdown.find(' ', heading) - heading;
    begin = heading;
    // Up to the next heading that isn't deeper.
    end = heading;
    for (bool is_inside = true; is_inside && end != markdown.npos;) {
      end = markdown.find("\n#", end + 1);
      const std::size_t signs = end == markdown.npos ? 0 : markdown.find(' ', end) - end - 1;
      is_inside = end != markdown.npos && signs > level;
    }
    if (end == markdown.npos) end = markdown.size();
  }
  std::string text = markdown.substr(begin, end - begin);
  text = std::regex_replace(text, std::regex("<a id=\"[^\"]*\"></a>"), "");
  text = std::regex_replace(text, std::regex("\\[([^\\]\\[]*)\\]\\(#[^)]*\\)"), "$1");
  text = replaced(std::move(text), "<br>", " ");
  text = replaced(std::move(text), "**: ", " ");  // a term and what is said of it
  text = std::regex_replace(text, std::regex("\\\\([^0A-Za-z])"), "$1");
  std::string plain;
  for (const char ch : text)
    if (ch != '`' && ch != '*') plain += ch == '|' ? ' ' : ch;
  return folded(without_entities(plain));
}

std::vector<std::string> tags(const std::string& html) {
  std::vector<std::string> found;
  const std::size_t end = html.find("<script>");
  for (std::size_t at = html.find("<body>"); at < end; at = html.find('<', at)) {
    const std::size_t close = html.find('>', at);
    found.push_back(html.substr(at, close - at + 1));
    at = close;
  }
  return found;
}

std::vector<std::string> attributes(const std::string& html, const std::string& name) {
  std::vector<std::string> values;
  const std::string begin = " " + name + "=\"";
  for (std::size_t at = html.find(begin); at != html.npos; at = html.find(begin, at)) {
    at += begin.size();
    values.push_back(html.substr(at, html.find('"', at) - at));
  }
  return values;
}

}  // namespace emitted
