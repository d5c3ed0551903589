// Lists that a walk doesn't come to in the order of the bytes.
#pragma once

#include <set>
#include <string>

#include "plan/plan.h"

namespace net {

/// The names of lists that lie at offsets, or in what does.
[[nodiscard]] std::set<std::string> placed_lists(const schemac::plan::Plan& plan);

}  // namespace net
