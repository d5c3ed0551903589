// Lines of source in which everything is what it looks like: comments show words of a schema.
#pragma once

#include <string>

namespace schemac::emit {

/// The line with control characters and those that change the order in which text is shown as
/// escapes; these mean the same in a string literal. A backslash at its end (or its trigraph,
/// `?\?/`), which would make the next line a part of a comment, gets a full stop after it.
[[nodiscard]] std::string visible_line(const std::string& line);

}  // namespace schemac::emit
