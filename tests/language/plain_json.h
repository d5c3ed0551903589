// Values of cases and values of the command: the same but for what a person can't calculate by
// hand.
#pragma once

#include <nlohmann/json.hpp>

namespace cases {

/// Hashes, previews, sizes and members that aren't there left out; base64 as hex.
[[nodiscard]] nlohmann::json plain(const nlohmann::ordered_json& values);

/// The other way round: "hex" of an array as base64 "data".
[[nodiscard]] nlohmann::ordered_json with_payloads(const nlohmann::json& values);

}  // namespace cases
