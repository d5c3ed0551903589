// An array's bytes from JSON: base64 as `decode --full` writes it, a file, or numbers as people
// write them.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// An array's payload: {"dtype", "dims", "data"}, {"dtype", "value"}, {"file"} or plain numbers,
/// nested as the dimensions are. `expected` is the type that other members demand, if they do.
[[nodiscard]] Value payload_from_json(const plan::Array& array, std::optional<Dtype> expected,
                                      const nlohmann::ordered_json& json, const std::string& path,
                                      const References& references, std::vector<Problem>& problems);

/// Appends one element in its bytes; false if `json` is no number of that type. Not for packed
/// types.
[[nodiscard]] bool append_element(Dtype dtype, Endian endian, const nlohmann::ordered_json& json,
                                  std::vector<std::byte>& out);
/// Packs whole numbers, lowest bits first; the number of the first that doesn't fit, or their
/// count.
[[nodiscard]] std::size_t append_packed(Dtype dtype, const std::vector<Int128>& numbers,
                                        std::vector<std::byte>& out);

}  // namespace schemac::direct
