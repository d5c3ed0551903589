// Places the tokens of a line, one after the other: on the same line or on a new one.
//
// The rules and costs are those of clang-format 14 in Google's style; tests compare what
// is printed with clang-format's output.
#pragma once

#include <cstdint>
#include <vector>

#include "emit/format/state.h"
#include "emit/format/token.h"

namespace schemac::emit::format {

class Indents {
 public:
  Indents(const Line& line, std::uint32_t indent) : line_(line), indent_(indent) {}

  [[nodiscard]] const Line& line() const { return line_; }
  [[nodiscard]] State start() const;

  /// Whether the next token may be put on a new line, and whether it has to be.
  [[nodiscard]] bool can_break(const State& state) const;
  [[nodiscard]] bool must_break(const State& state) const;

  /// Places the next token, and returns what that costs. Lists in columns are placed as a whole.
  /// `breaks` notes, if it isn't null, where lines begin and literals are broken.
  struct Break {
    std::uint32_t token = 0;
    std::uint32_t offset = 0;  // in a literal
    std::uint32_t column = 0;
    std::uint32_t spaces = 0;  // without a break: what is put before the token
    bool is_new_line = true;
  };
  std::uint64_t place(State& state, bool on_new_line, std::vector<Break>* breaks,
                      std::uint32_t more_spaces = 0) const;

  /// The same of a token with which only the column changes, on the same line.
  std::uint64_t place_quick(State& state) const;

 private:
  [[nodiscard]] const Token& token(std::uint32_t i) const { return line_.tokens[i]; }
  [[nodiscard]] std::uint32_t new_line_column(const State& state) const;
  [[nodiscard]] bool must_break_operand(const State& state) const;
  [[nodiscard]] std::uint32_t column_after_condition(const State& state) const;
  [[nodiscard]] std::uint32_t column_of_closing(const State& state) const;

  void put_on_line(State& state, std::uint32_t spaces) const;
  void note_left_of_operand(State& state) const;
  void note_last_space(State& state) const;
  void note_variable(State& state) const;
  std::uint64_t put_on_new_line(State& state) const;

  std::uint64_t move(State& state, bool on_new_line, std::vector<Break>* breaks) const;
  void note_token(State& state, bool on_new_line) const;
  void enter_groups(State& state) const;
  void leave_groups(State& state) const;
  void enter_bracket(State& state) const;
  void leave_bracket(State& state) const;
  std::uint64_t break_string(State& state, std::uint32_t i, std::vector<Break>* breaks) const;
  std::uint64_t place_list(State& state, std::uint32_t open, std::vector<Break>* breaks) const;

  const Line& line_;
  std::uint32_t indent_;
};

}  // namespace schemac::emit::format
