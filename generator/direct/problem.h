// What is wrong with values, and which of them.
#pragma once

#include <optional>
#include <string>

#include "schemac/check/check.h"
#include "schemac/core/violation.h"

namespace schemac::direct {

/// What is wrong with values: "tensors[3].dims: 2 x 3 elements of f32 take 24 bytes, the data has
/// 20". What a generated writer refuses as well has the class, level, name and sentence that it
/// gives; what only JSON can get wrong has no class.
struct Problem {
  std::string path;
  std::string message;
  std::string help;  ///< "did you mean 'tensors'?"; or empty
  std::optional<Rule> rule = std::nullopt;
  Level level = Level::error;
  std::string name = {};  ///< the schema's own name of the rule, or empty
};

[[nodiscard]] std::string to_string(const Problem& problem);
/// The one that a check of a writer gives at `path`.
[[nodiscard]] Problem refusal_at(std::string path, const schemac::impl::Check& check,
                                 const impl::Facts& facts = {});

}  // namespace schemac::direct
