// The tag of a switch, seen from the writer: whether the alternative that is held determines the
// tag.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Whether the tag of every case follows from what it holds: from the case itself if it has one
/// tag, from the array's element type if an attribute of the tag states that differently for each
/// member that gets here. Otherwise the tag is given.
[[nodiscard]] bool tells_tag(const Draft& draft, const Switch& choice);

}  // namespace schemac::model
