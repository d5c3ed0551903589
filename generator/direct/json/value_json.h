// Values as JSON: what programs read, and what `encode` reads back.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "direct/value.h"
#include "direct/walk/decode.h"

namespace schemac::direct {

enum class Payloads : std::uint8_t {
  preview,  ///< size, hash and first values
  full,     ///< the bytes too, in base64: enough for `encode`
};

/// {"schema": "log", "values": {...}}; "left_out" too, if elements of lists are. `schema` as
/// `name_of` spells it.
[[nodiscard]] nlohmann::ordered_json to_json(const Decoded& decoded, const std::string& schema,
                                             Payloads payloads);

/// The values alone.
[[nodiscard]] nlohmann::ordered_json to_json(const Value& value, Payloads payloads);

}  // namespace schemac::direct
