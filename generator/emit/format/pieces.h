// Finds the pieces of a text: brackets, quotes and the first word of each show where one ends.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "emit/format/piece.h"

namespace schemac::emit::format {

/// The pieces of a whole text. Where one begins a line, it is as far in as it was.
[[nodiscard]] std::vector<Piece> pieces_of(std::string_view text);

/// The pieces of a lambda's body, which begins at `at`; then, `at` is where its brace is. They are
/// as far in as they are nested, the outer ones at 0.
[[nodiscard]] std::vector<Piece> pieces_of_body(std::string_view text, std::size_t& at);

}  // namespace schemac::emit::format
