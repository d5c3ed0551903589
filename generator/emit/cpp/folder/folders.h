// Classes for datasets that are directories, in a header of their own: they need a file system.
#pragma once

#include <string>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The header's text; it includes that of the format, "`stem`.h".
[[nodiscard]] std::string emit_folders(const plan::Plan& plan, const std::string& stem);

}  // namespace schemac::emit::cpp
