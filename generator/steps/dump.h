// Steps as text.
#pragma once

#include <iosfwd>

#include "plan/plan.h"
#include "steps/routine.h"

namespace schemac::steps {

/// Of each record those that check it, and those of its quick walk; for `schemac check --dump
/// steps` and tests.
void dump(const plan::Plan& plan, std::ostream& out);

/// One routine.
void dump(const plan::Plan& plan, const Routine& routine, std::ostream& out);

}  // namespace schemac::steps
