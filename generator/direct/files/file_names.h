// Names of files in a directory, by the forms that a schema states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/directory.h"

namespace schemac::direct {

inline constexpr std::uint64_t most_files = 1u << 20;  // of one directory

/// What stands for the placeholder in a name that has this form; "" in a fixed one.
[[nodiscard]] std::optional<std::string> middle_of(const model::FileName& form,
                                                   const std::string& name);

/// The number that a text is; none of one that starts with zeros, or has a sign.
[[nodiscard]] std::optional<std::uint64_t> number_in(const std::string& text);

}  // namespace schemac::direct
