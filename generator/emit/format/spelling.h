// How words and signs of C++ are spelled.
#pragma once

#include <cstddef>
#include <string_view>

#include "emit/format/token.h"

namespace schemac::emit::format {

/// Whether a word is a name, a type of the language or another of its keywords.
[[nodiscard]] Kind kind_of_word(std::string_view text);

struct Sign {
  std::size_t size;
  Kind kind;
  Precedence precedence;
};
/// The sign that begins with `first`; the next two characters say which.
[[nodiscard]] Sign sign_of(char first, char second, char third);

}  // namespace schemac::emit::format
