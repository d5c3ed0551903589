// Which records a view goes over quickly: those of which it goes over many, and whose sizes follow
// from their own numbers.
//
// The walk of a view looks at one stretch after the other, so that it can report which field is
// missing. Where nothing is missing that costs a comparison too many for each stretch. A quick walk
// comes first: it asks for the least size of the record at once, holds what varies against the
// rest, and gives up without a word.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::has_quick_walk of all, once it is known what holds them and what views keep.
void find_quick_walks(Plan& plan);

}  // namespace schemac::plan
