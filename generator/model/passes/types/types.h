// Types: first all names, so that any type may refer to any other, then what each consists of as
// far as that can be known without looking at expressions.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Enumerations and types of all schemas, by name; types are still empty.
void declare_names(Draft& draft);
/// Parameters, fields and sections of every type, the inline records found on the way included.
void make_types(Draft& draft);
/// `root`, `roots`, `extensions`, `trailing`, ...: what the format's own document says of itself.
void make_format(Draft& draft);

}  // namespace schemac::model
