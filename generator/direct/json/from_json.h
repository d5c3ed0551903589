// From JSON to a tree of values, by what the plan allows where.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// The members of `record`; whatever doesn't fit is a problem with its path, and the tree is then
/// of no use. `references` are what they refer to.
[[nodiscard]] Value from_json(const plan::Plan& plan, const plan::Record& record,
                              const nlohmann::ordered_json& json, const References& references,
                              std::vector<Problem>& problems);

}  // namespace schemac::direct
