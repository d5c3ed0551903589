// What a field of the root says of the whole file: its version, its byte order.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// The field's value as the record `seen_from` names it: the record that holds it, or one in a file
/// of which that is the root.
[[nodiscard]] ExpressionPtr field_of_file(const Draft& draft, TypeIndex holder, FieldIndex field,
                                          TypeIndex seen_from);

}  // namespace schemac::model
