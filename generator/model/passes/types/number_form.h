// `form`: how a whole number is spelled.
#pragma once

#include <optional>

#include "model/passes/types/bodies.h"
#include "schemac/base/number_form.h"

namespace schemac::model {

/// The form that a node gives its number, if it gives one.
[[nodiscard]] std::optional<impl::numeral::Form> form_under(Draft& draft, const syntax::Node& node,
                                                            const Scalar& scalar);

}  // namespace schemac::model
