// The tag of a switch, seen from the writer: whether the alternative that is held tells the tag.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Decides for every case whether its tag follows from what it holds: from the case itself if it
/// has one tag, from the array's element type if an attribute of the tag states that differently
/// for each member that gets here. Otherwise the alternative keeps its tag (Case::keeps_tag).
void settle_tags(const Draft& draft, Switch& choice);

}  // namespace schemac::model
