// Which fields have functions of their own in a walk.
#pragma once

#include "emit/cpp/steps/walk.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the elements of a field are each one of several.
[[nodiscard]] bool is_list_of_unions(const plan::Field& field);
/// Whether a field has a function of its own in such walks.
[[nodiscard]] bool has_function(const plan::Field& field, Mode mode);

}  // namespace schemac::emit::cpp
