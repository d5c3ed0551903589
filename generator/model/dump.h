// The model as text, for people and for tests (`schemac check --dump model`): types with their
// fields, one a line, with everything that was resolved.
#pragma once

#include <iosfwd>

#include "model/model.h"

namespace schemac::model {

void dump(const Format& format, std::ostream& out);

}  // namespace schemac::model
