// From JSON to a tree of values, by what the plan says can stand where.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "direct/encode.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// The members of `record`; whatever doesn't fit is a problem with its path, and the tree is then
/// of no use. `open_file` opens what they refer to.
[[nodiscard]] Value from_json(const plan::Plan& plan, const plan::Record& record,
                              const nlohmann::ordered_json& json, const OpenFile& open_file,
                              std::vector<Problem>& problems);

/// An array's payload: {"dtype", "dims", "data"}, {"dtype", "value"}, {"file"} or plain numbers,
/// nested as the dimensions are. `expected` is the type that other members demand, if they do.
[[nodiscard]] Value payload_from_json(const plan::Array& array, std::optional<Dtype> expected,
                                      const nlohmann::ordered_json& json, const std::string& path,
                                      const OpenFile& open_file, std::vector<Problem>& problems);

/// What {"file"} refers to, or a problem.
[[nodiscard]] std::optional<Content> open_reference(const nlohmann::ordered_json& name,
                                                    const std::string& path,
                                                    const OpenFile& open_file,
                                                    std::vector<Problem>& problems);

/// Appends one element in its bytes; false if `json` is no number of that type. Not for packed
/// types.
[[nodiscard]] bool append_element(Dtype dtype, Endian endian, const nlohmann::ordered_json& json,
                                  std::vector<std::byte>& out);
/// Packs whole numbers, lowest bits first; the number of the first that doesn't fit, or their
/// count.
[[nodiscard]] std::size_t append_packed(Dtype dtype, const std::vector<Int128>& numbers,
                                        std::vector<std::byte>& out);

/// Bytes that the result owns.
[[nodiscard]] Content own(std::vector<std::byte> bytes);

}  // namespace schemac::direct
