// Which values go on up to the end of what they lie in (plan/facts/open_ends.h), so that nothing
// can be written after them.
#pragma once

#include "emit/cpp/refuse/checked_body.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints `is_open` of the records in lists whose elements may be open.
void emit_open_functions(Printer& out, const plan::Plan& plan);
/// Prints the check that no element with bytes comes after one that is open; `frame` and `name` are
/// those of the list.
void emit_open_check(Printer& out, const CheckedBody& at, const plan::List& list,
                     const std::string& frame, const std::string& name);

}  // namespace schemac::emit::cpp
