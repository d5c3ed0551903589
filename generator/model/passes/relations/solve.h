// Solving a relation for one field: what the field is, given what the expression must come to.
#pragma once

#include <optional>

#include "model/model.h"

namespace schemac::model {

/// field = (value of the expression * factor + offset) / divisor, exactly.
struct Solution {
  Int128 factor = 1;
  Int128 offset = 0;
  Int128 divisor = 1;
  bool operator==(const Solution&) const = default;
};

/// Nothing unless the expression is the field, with constants added, subtracted, multiplied or
/// divided.
[[nodiscard]] std::optional<Solution> solve(const Expression& expression, FieldIndex field);

/// "2 * count + 1" around the text of what the expression stands for.
[[nodiscard]] std::string to_text(const Solution& solution, const std::string& what);

}  // namespace schemac::model
