// Fields and sections of a record, as far as they need no names of other fields.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void make_fields(Draft& draft, TypeIndex index);
void make_sections(Draft& draft, TypeIndex index);
/// A record whose fields are files: each has any content to expressions, nothing of it is run.

/// `class`, `level`, `name` of a check.
[[nodiscard]] CheckStyle make_style(const syntax::Node& node);

}  // namespace schemac::model
