// "Did you mean": the nearest of a few names by edit distance.
#include <algorithm>
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

// Edits are insertion, deletion, replacement and the swap of two neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i * whole_edit;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j * whole_edit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + whole_edit, cost[i][j - 1] + whole_edit,
                             cost[i - 1][j - 1] + replacement_cost(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + whole_edit);
      }
    }
  }
  return cost[a.size()][b.size()];
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
    const std::size_t cost = distance(name, candidate);
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

}  // namespace schemac::source
