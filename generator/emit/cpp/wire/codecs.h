// The table of codecs of which a number of the file names one.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `detail::codec_of`, where a number of the file says which codec it is.
void emit_codec_table(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
