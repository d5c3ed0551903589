// "Did you mean": the nearest of a few names by edit distance.
#include <algorithm>
#include <array>
#include <cctype>

#include "source/diagnostics.h"

namespace schemac::source {
namespace {

// Distances count half edits, so that a difference in case alone can weigh less than one.
constexpr std::size_t whole_edit = 2;

// Names longer than this are nobody's typing mistake, and the table is quadratic.
constexpr std::size_t longest_name = 64;

std::size_t replacement_cost(char a, char b) {
  if (a == b) return 0;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  const bool is_separator_pair = (a == '-' && b == '_') || (a == '_' && b == '-');
  return lower(a) == lower(b) || is_separator_pair ? whole_edit / 2 : whole_edit;
}

// Edits are insertion, deletion, replacement and the swap of two neighbours. Three rows of the
// table are enough; what is beyond `limit` needn't be exact.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit / whole_edit)
    return limit + 1;
  std::array<std::array<std::size_t, longest_name + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j * whole_edit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i - 1) % 3];
    const auto& before = rows[(i + 1) % 3];
    row[0] = i * whole_edit;
    std::size_t least = row[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + whole_edit, row[j - 1] + whole_edit,
                         above[j - 1] + replacement_cost(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + whole_edit);
      least = std::min(least, row[j]);
    }
    if (least > limit + whole_edit) return limit + 1;
  }
  return rows[a.size() % 3][b.size()];
}

bool differs_in_case_only(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return replacement_cost(x, y) < whole_edit;
         });
}

std::size_t allowed_edits(std::size_t length) {
  if (length <= 4) return 1;
  return length <= 8 ? 2 : 3;
}

}  // namespace

std::optional<std::string> suggest(std::string_view name,
                                   const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > longest_name) return std::nullopt;
  const std::size_t limit = allowed_edits(name.size()) * whole_edit;
  std::optional<std::string> best;
  std::size_t best_cost = limit + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest_name || candidate == name) continue;
    if (differs_in_case_only(name, candidate)) return candidate;
    const std::size_t cost = distance(name, candidate, best_cost);
    // Something must be left in common: 'at' isn't a misspelt 'if'.
    const bool shares_a_letter = cost < std::max(name.size(), candidate.size()) * whole_edit;
    if (cost < best_cost && shares_a_letter) {
      best = candidate;
      best_cost = cost;
    }
  }
  return best;
}

std::optional<std::string> did_you_mean(std::string_view name,
                                        const std::vector<std::string>& candidates) {
  const auto candidate = suggest(name, candidates);
  if (!candidate) return std::nullopt;
  return "did you mean '" + *candidate + "'?";
}

std::string listed(const std::vector<std::string>& names) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
    result += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return result;
}

}  // namespace schemac::source
