// What holds of a valid file, as a sentence, and which checks of the plan see to it.
#pragma once

#include <optional>
#include <vector>

#include "emit/doc/text.h"
#include "plan/plan.h"

namespace schemac::emit::doc {

struct Requirement {
  std::vector<plan::CheckId> checks;  ///< at least one; all of one class and level
  Text holds;                         ///< "`flags` is 0."
  Text brief;                         ///< for a table's cell, where it is worth one: "0"
  bool is_limit = false;              ///< depends on what a caller allows, not on the file alone
};
using Requirements = std::vector<Requirement>;

/// Begins with a capital letter where it begins with words.
[[nodiscard]] inline Text as_sentence(Text words) {
  if (words.empty() || words.front().style != Style::plain) return words;
  char& first = words.front().text.front();
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
  return words;
}

inline void require(Requirements& out, std::optional<plan::CheckId> check, Text holds,
                    Text brief = {}) {
  if (check) out.push_back({{*check}, as_sentence(std::move(holds)), std::move(brief), false});
}
inline void limit(Requirements& out, std::optional<plan::CheckId> check, Text holds) {
  if (check) out.push_back({{*check}, std::move(holds), {}, true});
}

}  // namespace schemac::emit::doc
