// How much room a text takes on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemac::source {

/// Columns that UTF-8 takes: East Asian wide characters two, marks on others none.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// `text`, or its start with "..." after it, in at most `width` columns.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

enum class Side : bool { left, right };

/// `text` on that side, with blanks up to `width` columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width, Side side);

}  // namespace schemac::source
