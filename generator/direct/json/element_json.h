// Single numbers as JSON: exact whole numbers, reals that come back bit for bit, names of
// enumerations.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "direct/value.h"

namespace schemac::direct {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json number_json(Int128 value);
/// A JSON number, or "inf", "-inf", "nan", "nan:7fc00001".
[[nodiscard]] Json real_json(Dtype dtype, std::uint64_t bits);
/// The bits of what `real_json` writes; nothing if it is something else.
[[nodiscard]] std::optional<std::uint64_t> real_bits(Dtype dtype, const Json& json);
/// The whole number that `json` is, if it is one.
[[nodiscard]] std::optional<Int128> whole_number(const Json& json);
/// Element `index` of a payload; complex ones as pairs.
[[nodiscard]] Json element_json(Dtype dtype, Endian endian, Bytes bytes, std::uint64_t index);
/// Element `index` of a list of scalars; members of an enumeration by name.
[[nodiscard]] Json element_json(const Scalars& list, std::uint64_t index);
/// Elements that fit into `bytes`; of packed types maybe more than there are.
[[nodiscard]] std::uint64_t element_count(const Payload& payload);
/// How what a payload holds differs from what `dims` take, if it does; without dims one element.
[[nodiscard]] std::optional<std::string> size_problem(const Payload& payload,
                                                      const std::vector<std::uint64_t>* dims);
/// What NumPy calls elements: "<f2"; null where it has no such type.
[[nodiscard]] Json numpy_json(Dtype dtype, Endian endian);
[[nodiscard]] Json numpy_json(const ElementType& element);
/// Characters as a string, or {"hex"} if they aren't UTF-8.
[[nodiscard]] Json text_json(Bytes characters);
/// "f32[3] takes 12 bytes".
[[nodiscard]] std::string size_text(Dtype dtype, const std::vector<std::uint64_t>* dims);
/// "f32[2, 3]"; "f32" without dims.
[[nodiscard]] std::string type_text(Dtype dtype, const std::vector<std::uint64_t>* dims);

}  // namespace schemac::direct
