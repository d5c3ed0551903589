// `endian: Type.field.attribute` of the schema: a byte order that each file says.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Finds the field that says it, gives every record with numbers in that order the way to it
/// (Type::byte_order), and refuses what would have to be read before it.
void find_byte_order(Draft& draft);

}  // namespace schemac::model
