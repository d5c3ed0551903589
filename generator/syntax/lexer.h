// Text of an expression to tokens. Habits from C (&&, ||, !, =) are reported here, with the right
// spelling, and replaced by what was meant, so that the parser can go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostics.h"
#include "syntax/expression.h"

namespace schemac::syntax {

enum class TokenKind { end, integer, string, name, keyword, symbol };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;         ///< a string's text without quotes; a symbol or keyword as spelt
  std::uint64_t value = 0;  ///< of an integer
  std::size_t begin = 0;    ///< in the expression's text
  std::size_t end = 0;
};

struct Tokens {
  std::vector<Token> list;  ///< ends with TokenKind::end
  bool had_errors = false;
  bool is_usable = true;  ///< false: something was met that no parser can go on from
};

[[nodiscard]] Tokens tokenize(std::string_view text, const TextOrigin& origin,
                              source::Diagnostics& diagnostics);

}  // namespace schemac::syntax
