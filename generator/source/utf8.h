// Texts of strangers as UTF-8: names of files, lines of schemas.
#pragma once

#include <string>
#include <string_view>

namespace schemac::source {

/// The text with each byte that isn't part of a character escaped as "\xe9".
[[nodiscard]] std::string as_utf8(std::string_view text);

/// The first character; a byte that is part of none.
[[nodiscard]] std::string_view first_character(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace schemac::source
