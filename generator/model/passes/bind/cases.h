// The tags of a switch: labels to values of the tag's type, and cases that can never be taken.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Fills Case::tags or Case::text_tags from the labels in `cases`, once the tag is bound.
void resolve_tags(Draft& draft, Switch& choice, const syntax::Node& cases);

}  // namespace schemac::model
