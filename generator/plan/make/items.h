// The items of a record in the order of its bytes: which fields share a bounds check, where a
// position becomes variable, what can only be read once something else was.
#pragma once

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Record::items, anchor_count and end. All fields have their bodies and sizes.
void make_items(RecordScope& scope);

}  // namespace schemac::plan
