// The C++ by which a schema's header takes part in the net: its records and accessors by name, and
// its roots.
#pragma once

#include <string>

#include "plan/plan.h"

namespace net {

/// Empty if no root is a file of its own.
[[nodiscard]] std::string emit_driver(const schemac::plan::Plan& plan);

}  // namespace net
