// Where a string literal that is too long is broken into two.
#pragma once

#include <cstddef>
#include <string_view>

namespace schemac::emit::format {

/// How many of the bytes of `text`, which is within quotes, go on a line that has `room` columns
/// left for them; 0 if none can be.
[[nodiscard]] std::size_t split_literal(std::string_view text, std::size_t room);

/// The columns that text in quotes takes.
[[nodiscard]] std::size_t width_of_literal(std::string_view text);

}  // namespace schemac::emit::format
