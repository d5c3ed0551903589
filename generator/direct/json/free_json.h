// Values of no type as JSON, and the other way round.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// A value of no type as JSON. What JSON has no form for is an object whose first member says what
/// it is: {"hex"} for bytes, {"hex", "text": true} for a text that isn't UTF-8, {"ext", "hex"},
/// {"real"} for what is no finite number, {"tuple"} for one, {"map"} for pairs whose keys aren't
/// texts. Names of that kind, and "choices", get a backslash before them.
[[nodiscard]] nlohmann::ordered_json free_json(const FreeValue& value);
/// The other way round, of the value at `path` in that form; nothing, and a problem with the path
/// of what is in it, for what isn't spelled so.
[[nodiscard]] std::optional<FreeValue> free_value(const plan::FreeForm& form,
                                                  const nlohmann::ordered_json& json,
                                                  const std::string& path,
                                                  std::vector<Problem>& problems);

}  // namespace schemac::direct
