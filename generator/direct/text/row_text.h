// The value of a row in words, for people.
#pragma once

#include <string>

#include "direct/text/row.h"

namespace schemac::direct {

/// A value as a terminal shows it: texts in quotes, members of enumerations bare, flags that are
/// set, "zeros", the type of an array before its first values.
[[nodiscard]] std::string value_text(const Row& row);

/// A number with its thousands apart: "19,328".
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace schemac::direct
