// What a schema says of one number in two places that can't both be: a default that no file may
// have, a version that there is none of, bytes that nobody chose and that still have to be there.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// A default is one of the values that the field may have.
void check_default_is_valid(Draft& draft, const Field& field, const syntax::Node& node);

/// What isn't chosen is empty: no size or number of elements may ask for more.
void check_choice_can_be_empty(Draft& draft, const Field& field);

/// Some version that the field may state is one of `versions`; `what` has them: "'extra'".
void check_versions_exist(Draft& draft, const std::string& what, const Versions& versions,
                          const Field& version);

}  // namespace schemac::model
