// Lays out C++ as clang-format 14 would with our .clang-format, for what emitters print.
//
// It isn't a formatter of all C++: blanks within a line stay as they are, as does what it can't
// read. It finds pieces (piece.h), joins short ones, takes those that are too long apart into
// tokens (lex.h, roles.h, groups.h, penalties.h) and looks for their cheapest breaks (search.h).
#pragma once

#include <string>
#include <string_view>

namespace schemac::emit::format {

[[nodiscard]] std::string formatted(std::string_view text);

}  // namespace schemac::emit::format
