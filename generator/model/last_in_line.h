// Fields at the end of the bytes that they can have.
#pragma once

#include "model/model.h"

namespace schemac::model {

/// Whether nothing of a file ever follows a field of a record in line: the field has a size of its
/// own, or it is the last one, wherever the record lies. (In a list of such records it is so for
/// the last one; writers see to that.)
[[nodiscard]] bool is_last_in_line(const Format& format, const Type& type, const Field& field);

}  // namespace schemac::model
