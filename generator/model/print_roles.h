// What each field is to people (`schemac check --roles`): a constant, derived from something,
// given, or a choice. A table a type, with what each role follows from and what else is checked.
#pragma once

#include <iosfwd>

#include "model/model.h"

namespace schemac::model {

void print_roles(const Format& format, std::ostream& out);

}  // namespace schemac::model
