// The facts of a rule's sentence, as a check of values has them.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/spelling.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// ", schemac::impl::facts(a, b)": the facts of a rule.
[[nodiscard]] std::string facts_of(const std::vector<plan::Expr>& facts, const Spelling& spelling);

}  // namespace schemac::emit::cpp
