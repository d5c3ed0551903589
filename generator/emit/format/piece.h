// Pieces of a text of C++: what would be one line if lines could be of any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace schemac::emit::format {

struct Piece {
  enum class Kind : std::uint8_t {
    statement,
    control,    // `if (...)` and the like, whose statement is the next piece
    otherwise,  // `else` without a brace
    opener,     // ends with the brace of a block
    closer,     // the brace that ends it and what follows that
    label,      // `case x:`, `public:`
    verbatim,   // a comment, a directive, an enumerator
  };
  enum class Opens : std::uint8_t { nothing, function, control, type };

  Kind kind = Kind::statement;
  Opens opens = Opens::nothing;
  bool is_after_blank = false;
  bool is_declaration = false;  // is in a namespace or class
  bool is_plain = false;        // is in one line, and only its length can be wrong with it
  bool is_if = false;
  bool has_lambda = false;
  std::uint32_t indent = 0;
  std::uint32_t width = 0;  // columns of the code, if it is in one line
  std::string_view code;
  std::string_view comment;  // after the code
};

}  // namespace schemac::emit::format
