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
  bool is_limit = false;              ///< hangs on what a caller allows, not on the file alone
};
using Requirements = std::vector<Requirement>;

inline void require(Requirements& out, std::optional<plan::CheckId> check, Text holds,
                    Text brief = {}) {
  if (check) out.push_back({{*check}, std::move(holds), std::move(brief), false});
}
inline void limit(Requirements& out, std::optional<plan::CheckId> check, Text holds) {
  if (check) out.push_back({{*check}, std::move(holds), {}, true});
}

}  // namespace schemac::emit::doc
