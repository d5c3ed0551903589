// Says of each token of a line what it is there: a type's `*` or a product's, a name that is
// declared, the colon of a condition or of initializers.
//
// This is done as clang-format does it, by what is next to a token. One thing isn't: blanks say
// whether an operator has one operand or two, and whether `<` opens arguments. The templates of
// emitters have them where they belong.
#pragma once

#include "emit/format/token.h"

namespace schemac::emit::format {

void find_roles(Line& line);

}  // namespace schemac::emit::format
