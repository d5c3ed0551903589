// Where content lies whose place is given.
#pragma once

#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Where content is to lie whose offset is given, or a section to begin, as a std::uint64_t.
[[nodiscard]] std::string given_place(const WriteScope& scope, const plan::Expr& target);

}  // namespace schemac::emit::cpp
