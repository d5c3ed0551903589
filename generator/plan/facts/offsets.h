// What offsets ask of a writer: which are given, and how far those reach that it states itself.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::places_ahead, List::finds_up_to, and in the Plan has_given_offsets, narrowest_offset,
/// has_narrow_tables and told_up_to.
void find_offsets(Plan& plan);

}  // namespace schemac::plan
