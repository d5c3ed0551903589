// Lists of anything: their head, their elements, and where they end.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// A list, as emit_body.
std::string emit_list(Printer& out, Walk& walk, const plan::List& list, const Site& site);

}  // namespace schemac::emit::cpp
