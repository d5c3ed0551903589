// Bound expressions as text, close to how the schema wrote them.
#pragma once

#include <string>

#include "model/model.h"

namespace schemac::model {

[[nodiscard]] std::string to_text(const Expression& expression, const Format& format);
/// "a whole number", "values of ValueType", "a list of texts"; for messages.
[[nodiscard]] std::string describe(const ExpressionType& type, const Format& format);
[[nodiscard]] std::string_view spelling(Function function);

}  // namespace schemac::model
