// Expressions over values, of directories and of joined arrays, as text.
#pragma once

#include <string>

#include "model/directory.h"

namespace schemac::emit::doc {

/// As the schema spells it: `_.dims == _key.dims`.
[[nodiscard]] std::string expression_text(const model::FileExpression& expression);

}  // namespace schemac::emit::doc
