// Character classes: "[A-Za-z0-9._-]+" as the set of bytes that it allows. A class and how often,
// nothing more: it is no regular expression, so every text is checked in one pass without states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace schemac::plan {

struct Charset {
  std::string characters;   ///< each once, in ascending order
  std::string class_text;   ///< without what says how often: "[A-Za-z0-9._-]"
  std::uint64_t least = 0;  ///< characters that a text must have
  std::optional<std::uint64_t> most;
};

/// Nothing if the text is something else; `problem` then says what, for a diagnostic.
[[nodiscard]] std::optional<Charset> parse_charset(std::string_view text, std::string& problem);

}  // namespace schemac::plan
