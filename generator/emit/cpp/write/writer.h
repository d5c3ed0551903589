// The writer of a generated header: check, measure, place, emit, in file order, without seeking.
//
// Per record it prints up to four functions of one name, overloaded by the value: `check`
// (everything a value can break, by the same expressions and sentences as the reader), `size_of`,
// `place` (offsets of payloads, by running cursors) and `emit`. Nothing is stored per element; a
// payload goes to the sink from where it lies.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The insides of writing, in namespace `detail`, and the body of the public `write`. For the part
/// below the rule, inside the format's namespace, after the table of checks. `plan` is the written
/// one (plan/writing/written_plan.h), `whole` the other.
void emit_writer(Printer& out, const plan::Plan& plan, const plan::Plan& whole);

}  // namespace schemac::emit::cpp
