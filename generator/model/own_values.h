// Values that would hold themselves.
//
// Bytes may: a condition or a case ends them. A C++ struct that is its own member can't be; in a
// list its values can, since those have memory of their own.
#pragma once

#include "model/model.h"
#include "source/diagnostics.h"

namespace schemac::model {

/// Reports records that are, through single fields, members of themselves. Only for what makes
/// types of them: tools that look at files go on without.
void check_own_values(const Format& format, source::Diagnostics& diagnostics);

}  // namespace schemac::model
