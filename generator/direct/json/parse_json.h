// JSON texts of strangers as trees that keep the order of members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace schemac::direct {

/// Values that a text may have: each takes many times its bytes. Long lists can be files instead.
inline constexpr std::uint64_t most_json_values = 1u << 25;

/// Lists and objects inside each other: three a level that a file may have by default would be
/// enough, and what reads the values goes down with them.
inline constexpr std::size_t most_json_depth = 5000;

struct ParsedJson {
  nlohmann::ordered_json json;
  std::string problem;     ///< what is wrong; or empty
  std::uint64_t byte = 0;  ///< where it was seen to be no JSON, from 1
  std::string path;        ///< of the value that is wrong
};

/// In time that grows with the text: the library's own trees look each member up among all before
/// it. Two members of one name are a problem.
[[nodiscard]] ParsedJson parse_json(std::string_view text,
                                    std::uint64_t most_values = most_json_values);

}  // namespace schemac::direct
