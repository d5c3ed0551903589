// Records that codecs make: who holds them, and when a writer can hold stored bytes against them.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::is_made_by_codec, Codec::is_checked_alone and Codec::is_checked_in_file. What is known
/// late is marked.
void find_made_by_codecs(Plan& plan);

}  // namespace schemac::plan
