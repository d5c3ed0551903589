// Joined arrays from JSON: elements are cut into the pieces that a record holds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// Whether `json` has the elements of an array, and doesn't only describe them.
[[nodiscard]] bool has_elements(const nlohmann::ordered_json& json);

/// The list that a joined array makes: its elements as of any array (numbers, "data", "file"), cut
/// as the schema says. `members` are those of its record that were read.
[[nodiscard]] Value pieces_from_json(const plan::Plan& plan, const plan::Record& record,
                                     const plan::JoinedArray& array, const Members& members,
                                     const nlohmann::ordered_json& json, const std::string& path,
                                     const References& references, std::vector<Problem>& problems);

}  // namespace schemac::direct
