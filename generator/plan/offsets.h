// What offsets ask of a writer: which are given, and how far those reach that it states itself.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Plan::has_given_offsets, Plan::narrowest_offset, Plan::told_up_to, Plan::has_narrow_tables and
/// List::finds_up_to.
void find_offsets(Plan& plan);

}  // namespace schemac::plan
