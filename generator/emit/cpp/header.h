// One format as one C++ header: what it is, how to use it, values, views, functions; the insides
// below a rule.
#pragma once

#include <string>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The header's text. `schema` is the path that its first lines name as the source.
[[nodiscard]] std::string emit_header(const plan::Plan& plan);

}  // namespace schemac::emit::cpp
