// What to say about a key that the table doesn't have at its place: Kaitai's name for it, the
// place where it belongs, or the nearest spelling.
#pragma once

#include "source/diagnostics.h"
#include "syntax/keys.h"

namespace schemac::syntax {

void report_unknown_key(const Entry& entry, Context context, source::Diagnostics& diagnostics);

}  // namespace schemac::syntax
