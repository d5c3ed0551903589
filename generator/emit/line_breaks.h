// Breaks lines of C++ that are too long, where clang-format (Google, 100 columns) would.
//
// Not a formatter: it knows the few forms that emitters print (a short function, an `if` with its
// statement, a list in parentheses, a condition, a comment), and a test holds its results against
// clang-format itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace schemac::emit {

inline constexpr std::size_t column_limit = 100;

/// The lines that `line` becomes; itself where it is short enough or can't be broken.
[[nodiscard]] std::vector<std::string> break_line(std::string_view line);

/// Brings neighbouring `///<` comments to one column; above their lines where they don't fit.
void align_comments(std::vector<std::string>& lines);

}  // namespace schemac::emit
