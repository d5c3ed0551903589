// Which fields of a record are blamed by checks of records around it, which then need their places.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Finds Record::blamed of all.
void find_blamed_fields(Plan& plan);

}  // namespace schemac::plan
