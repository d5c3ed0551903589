// What entries of a directory say beside each other, and beside their kind.
#pragma once

#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports keys that have no effect, files of two entries, and names that become the same in C++;
/// `nodes` has one for each entry.
void check_entries(Draft& draft, const Directory& directory,
                   const std::vector<const syntax::Node*>& nodes);

}  // namespace schemac::model
