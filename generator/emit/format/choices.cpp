// Whether a line may or must be broken at a token, as far as that depends on the breaks before it.
#include <algorithm>

#include "emit/format/indents.h"
#include "emit/format/penalties.h"

namespace schemac::emit::format {

bool Indents::can_break(const State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  const Level& level = state.back();
  if (!current.can_break) return false;
  // The brace of a list in another bracket stays with its first element.
  if (!current.must_break && previous.is_list_open() && state.next > 1) {
    const Token& before = token(state.next - 2);
    if (before.has(is_open_curly) || before.has(is_open_round) || before.has(is_comma))
      return false;
  }
  if (previous.has(is_opening) && !previous.has(is_open_curly) &&
      state.lowest_level < state.first_level && state.lowest_level < current.nesting)
    return false;
  if (current.has(is_member) && level.has(Level::has_unbroken_chain)) return false;
  if (previous.has(is_open_curly) && state.levels.size() > 1 &&
      state.outer().has(Level::begins_block_in_line) &&
      state.outer().has(Level::has_several_blocks))
    return false;
  if (current.is(Role::function_name) && state.column < 6) return false;
  if (!current.has(is_binary) && !current.has(is_comma) && level.has(Level::no_break_in_operand))
    return false;
  return !level.has(Level::no_break);
}

bool Indents::must_break(const State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  const Level& level = state.back();
  if (current.must_break) return true;
  const bool closes_block =
      current.has(is_close_curly) && current.match != nowhere && token(current.match).has(is_block);
  if (closes_block && level.has(Level::break_before_close)) return true;
  const bool begins_part = previous.has(is_comma | is_semicolon) ||
                           (previous.has(is_template_close) && current.is(Role::declared_name)) ||
                           (current.has(is_conditional) && !previous.has(is_question));
  if (begins_part && level.has(Level::break_before_next) && !current.is(Kind::close_round) &&
      !current.has(is_close_curly))
    return true;
  if (level.has(Level::is_condition_in_condition) && current.has(is_conditional) &&
      current.has(is_colon))
    return true;
  if (current.has(is_initializer_colon) &&
      (state.column + line_.tokens.back().total - previous.total > column_limit ||
       level.has(Level::break_before_next)))
    return true;
  // Of most tokens, nothing that follows is true.
  const bool is_asked = current.has(is_member | is_string | is_binary | is_shift) ||
                        previous.has(is_binary | is_block) || previous.ends_template_parameters ||
                        current.is(Role::function_name);
  if (!is_asked) return false;
  const std::uint32_t column = new_line_column(state);
  if (current.has(is_member)) {
    const std::uint32_t length =
        current.next_operator == nowhere ? 0 : token(current.next_operator).total - current.total;
    if (state.column + length > column_limit &&
        (state.column > column || current.nesting < state.first_level))
      return true;
    const bool ends_block = previous.has(is_close_curly) && previous.match != nowhere &&
                            token(previous.match).has(is_block);
    if (previous.has(is_closing) &&
        (level.call_chain != 0 || level.has(Level::break_before_next)) &&
        !(ends_block && state.column <= column))
      return true;
  }
  if (previous.ends_template_parameters && level.has(Level::break_before_next) && current.can_break)
    return true;
  if (!line_.is_enumeration && state.column <= column) return false;
  return must_break_operand(state);
}

bool Indents::must_break_operand(const State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  const Level& level = state.back();
  // Strings that take several lines begin one, unless they are the operands of others.
  const bool is_free =
      !previous.has(is_return) && !previous.has(is_shift) && !previous.has(is_conditional);
  if (current.has(is_string) && is_free) {
    const bool is_several =
        (state.next + 1 < line_.tokens.size() && token(state.next + 1).has(is_string)) ||
        state.column + current.width + current.tail > column_limit;
    const bool is_near = new_line_column(state) == indent_ + continuation ||
                         previous.has(is_comma) || current.nesting < 2;
    if (is_several && is_near) return true;
  }
  if (previous.has(is_binary) && current.can_break) {
    if (!previous.has(is_assignment) && level.has(Level::break_before_next)) {
      const Token* before = state.next > 1 ? &token(state.next - 2) : nullptr;
      if (before != nullptr && before->ends_operation) return true;
      const bool is_comparison =
          previous.has(is_relation | is_equality) && before != nullptr && !before->has(is_binary);
      if (!is_comparison) return true;
    }
  } else if (current.has(is_binary) && current.can_break && level.has(Level::break_before_next)) {
    return true;
  }
  if (current.has(is_shift) && level.has(Level::break_before_next) && level.first_shift == 0)
    return true;
  if (current.nesting == 0 && previous.ends_template_parameters) return true;
  if (current.is(Role::function_name) && !(previous.is_word("template")) &&
      level.has(Level::break_before_next))
    return true;
  return previous.has(is_open_curly) && previous.has(is_block) && !current.has(is_close_curly);
}

}  // namespace schemac::emit::format
