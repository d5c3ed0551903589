// Parts of the table of keys.
#pragma once

#include <vector>

#include "syntax/keys.h"

namespace schemac::syntax {

/// What comes in other wire forms, encoded, or spread over files.
[[nodiscard]] std::vector<Key> encoding_rows();

}  // namespace schemac::syntax
