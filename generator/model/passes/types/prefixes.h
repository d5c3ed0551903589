// A number before a field that says how long that is, or how many elements it has: a field of its
// own, which the expressions of the other one name.
#pragma once

#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

/// The fields that a field of a record stands for, in the order of their bytes: itself, or
/// "x.length" and what `x` is without its `prefix`. A length of a fixed number of bytes before a
/// text belongs to that text (Text::prefix).
[[nodiscard]] std::vector<const syntax::Node*> expand_prefix(Draft& draft, const syntax::Node& node,
                                                             TypeIndex record);

}  // namespace schemac::model
