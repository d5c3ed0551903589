#include "pages/verdict.h"

#include <fmt/format.h>

#include "direct/text/row_text.h"
#include "html/escape.h"

namespace schemac::pages {

using html::escaped;

std::string counted(std::uint64_t count, const std::string& word) {
  return fmt::format("{} {}{}", direct::grouped(count), word, count == 1 ? "" : "s");
}

std::string verdict(bool is_ok, std::uint64_t count) {
  if (is_ok) return R"(<span class="verdict good">valid</span>)";
  return fmt::format(R"(<span class="verdict error">not valid: {}</span>)",
                     counted(count, "violation"));
}

std::string violation_list(const std::vector<ListedViolation>& violations, std::uint64_t dropped) {
  if (violations.empty()) return {};
  std::string items;
  for (const auto& [target, path, violation] : violations) {
    items += fmt::format(
        R"(<li class="{}"><a href="{}">{}</a> <span class="where">byte {}</span> {} <code>[{}]</code></li>
)",
        violation.level <= Level::rule ? "error" : "warn", escaped(target),
        escaped(path.empty() ? "file" : path), violation.offset, escaped(violation.message),
        id(violation.rule));
  }
  if (dropped != 0) items += fmt::format("<li>and {} more</li>\n", dropped);
  return fmt::format(R"(<details id="violations" open>
<summary>{}</summary>
<ol>
{}</ol>
</details>
)",
                     counted(violations.size() + dropped, "violation"), items);
}

}  // namespace schemac::pages
