// Arrays over many pieces: what they consist of, and what other members say of them.
#pragma once

#include <string>
#include <vector>

#include "emit/doc/document.h"
#include "model/array.h"

namespace schemac::emit::doc {

/// A row a form of each array; `name` is that of the record or directory that has them.
[[nodiscard]] Table joined_table(const std::string& name,
                                 const std::vector<model::JoinedArray>& arrays);

}  // namespace schemac::emit::doc
