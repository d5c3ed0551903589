// Values that are nearly right, as JSON: one of them another number, a list longer or shorter.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "random/dice.h"

namespace net {

/// Changes one thing in values that `decode` has given with all payloads, so that `encode` makes
/// another file of them, with everything right that follows from the rest.
void change_values(nlohmann::ordered_json& values, Dice& dice);

}  // namespace net
