// Fields and sections of a record, as far as they need no names of other fields.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

void make_fields(Draft& draft, TypeIndex index);
void make_sections(Draft& draft, TypeIndex index);

/// `class`, `level`, `name` of a check.
[[nodiscard]] CheckStyle make_style(const syntax::Node& node);

/// The level that a key names: error, rule, canonical or warn; none if it names none.
[[nodiscard]] std::optional<Level> level_under(const syntax::Node& node, std::string_view key);

}  // namespace schemac::model
