// What the place of a token depends on: how the tokens before it were placed.
#pragma once

#include <cstdint>
#include <vector>

#include "emit/format/token.h"

namespace schemac::emit::format {

/// One bracket, or one group of operands. Columns are counted from 0; 0 is none.
struct Level {
  std::uint16_t indent = 0;        // of what follows a break
  std::uint16_t last_space = 0;    // where what other breaks are relative to began
  std::uint16_t block_indent = 0;  // of the lines with a lambda's braces
  std::uint16_t question = 0;      // where `?` is
  std::uint16_t call = 0;          // where the function that is called is
  std::uint16_t subscripts = 0;
  std::uint16_t call_chain = 0;  // where the first `.` on a line of its own is
  std::uint16_t variable = 0;    // the name before `=`
  std::uint16_t first_shift = 0;
  std::uint16_t flags = 0;
  std::uint16_t silent = 0;  // flags that don't make two states different

  enum Flag : std::uint16_t {
    break_before_close = 1,
    one_each = 2,           // elements don't share lines
    break_before_next = 4,  // element
    no_break = 8,
    last_operator_wrapped = 16,
    has_break = 32,
    has_unbroken_chain = 64,
    begins_block_in_line = 128,
    is_condition_in_condition = 256,
    is_wrapped_condition = 512,
  };
  enum Silent : std::uint16_t { no_break_in_operand = 1, has_several_blocks = 2 };

  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
  [[nodiscard]] bool has(Silent flag) const { return (silent & flag) != 0; }
  void set(Flag flag, bool is_set = true) {
    flags = static_cast<std::uint16_t>(is_set ? flags | flag : flags & ~flag);
  }
  void set(Silent flag, bool is_set = true) {
    silent = static_cast<std::uint16_t>(is_set ? silent | flag : silent & ~flag);
  }
};

inline constexpr std::uint32_t continuation = 4;

/// A column as a level keeps it; no line worth reading is that long.
[[nodiscard]] inline std::uint16_t narrow(std::uint32_t column) {
  return static_cast<std::uint16_t>(column < 0xFFFF ? column : 0xFFFF);
}

struct State {
  std::uint32_t next = 0;  // token
  std::uint32_t column = 0;
  std::uint32_t first_level = 0;   // nesting of the first token on this line
  std::uint32_t lowest_level = 0;  // of all of them
  std::uint32_t string = 0;        // where the first of some literals in a row began
  std::vector<Level> levels;

  [[nodiscard]] Level& back() { return levels.back(); }
  [[nodiscard]] const Level& back() const { return levels.back(); }
  [[nodiscard]] const Level& outer() const { return levels[levels.size() - 2]; }
};

}  // namespace schemac::emit::format
