#include "emit/format/indents.h"

#include <algorithm>

#include "emit/format/penalties.h"

namespace schemac::emit::format {

// ---- where a new line begins ----

std::uint32_t Indents::new_line_column(const State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  const Level& level = state.back();
  const std::uint32_t continued = std::max(level.last_space, level.indent) + continuation;
  if (current.has(is_block)) return current.nesting == 0 ? indent_ : level.indent;
  if ((current.has(is_close_curly) || current.is(Kind::close_square)) && state.levels.size() > 1)
    return column_of_closing(state);
  if (current.has(is_string) && state.string != 0) return state.string;
  if (current.has(is_shift) && level.first_shift != 0) return level.first_shift;
  if (current.has(is_member)) return level.call_chain == 0 ? continued : level.call_chain;
  const bool is_of_condition =
      (current.has(is_colon) && current.has(is_conditional)) || previous.has(is_conditional);
  if (level.question != 0 && is_of_condition) return column_after_condition(state);
  if (previous.has(is_comma) && level.variable != 0) return level.variable;
  if (current.has(is_initializer_colon | is_base_colon) || current.is(Role::base_comma))
    return indent_ + continuation;
  if (previous.ends_template_parameters || previous.is(Role::attribute_square) ||
      current.is_word("operator") || current.is(Role::function_name))
    return std::max(level.last_space, level.indent);
  if (current.has(is_subscript)) return level.subscripts != 0 ? level.subscripts : continued;
  if (current.is(Role::declared_name) || current.has(is_reference) ||
      previous.is(Kind::two_colons) || previous.has(is_equal))
    return continued;
  const bool continues = current.has(is_operator | is_colon);
  if (previous.is(Kind::close_round) && !continues) return continued;
  if (level.indent == indent_ && !previous.has(is_close_curly) &&
      !previous.has(is_initializer_comma))
    return level.indent + continuation;
  return level.indent;
}

std::uint32_t Indents::column_of_closing(const State& state) const {
  const Token& current = token(state.next);
  if (current.match == nowhere) return indent_;
  const Token& open = token(current.match);
  if (open.has(is_block)) return state.outer().block_indent;
  const bool is_value =
      line_.is_declaration && current.match > 0 && token(current.match - 1).has(is_equal);
  return open.has(is_open_curly) && !is_value ? state.outer().last_space : indent_;
}

// Conditions in the last operand of a condition are in line with it.
std::uint32_t Indents::column_after_condition(const State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  const Level& level = state.back();
  const auto begins_condition = [&](std::uint32_t i) {
    return i < line_.tokens.size() && token(i).groups != nowhere &&
           line_.groups[token(i).groups].precedence == by_condition;
  };
  const bool is_chain = (current.has(is_colon) && begins_condition(state.next + 1)) ||
                        (previous.has(is_colon) && begins_condition(state.next));
  if (is_chain && !level.has(Level::is_wrapped_condition)) return level.indent - continuation;
  return level.question;
}

// ---- on the same line ----

void Indents::note_variable(State& state) const {
  Level& level = state.back();
  level.variable = narrow(state.column);
  for (std::uint32_t i = state.next - 1;; --i) {
    if (level.variable < token(i).width) break;
    level.variable = narrow(level.variable - token(i).width);
    if (token(i).is_spaced || i == 0) break;
  }
  if (token(state.next - 1).is_in_several) level.last_space = level.variable;
}

void Indents::put_on_line(State& state, std::uint32_t spaces) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  Level& level = state.back();
  if (current.has(is_equal) && (line_.is_loop || current.nesting == 0) && level.variable == 0 &&
      !(state.next > 1 && token(state.next - 2).is(Role::designator)))
    note_variable(state);
  if (previous.has(is_opening)) level.indent = narrow(state.column + spaces);
  const bool begins_element = previous.has(is_comma);
  if (level.has(Level::one_each) && begins_element) level.set(Level::no_break);
  if (current.has(is_member)) {
    if (previous.has(is_closing) && state.column > new_line_column(state))
      level.set(Level::has_unbroken_chain);
    if (previous.is(Kind::close_round) && previous.match != nowhere &&
        previous.total - token(previous.match).total > 10)
      level.set(Level::no_break);
  }
  note_left_of_operand(state);
  state.column += spaces;
  note_last_space(state);
}

// An operand isn't broken if it follows others on their line.
void Indents::note_left_of_operand(State& state) const {
  const Token& previous = token(state.next - 1);
  Level& level = state.back();
  const bool is_alternative = previous.has(is_conditional) && previous.has(is_colon);
  if (!previous.has(is_binary | is_comma) && !is_alternative) return;
  if (previous.has(is_initializer_comma | is_overloaded | is_assignment | is_relation)) return;
  const bool breaks_before =
      previous.must_break || previous.has(is_shift) || previous.has(is_conditional);
  const bool has_two_operands = previous.operator_index == 0 && previous.next_operator == nowhere &&
                                !previous.has(is_conditional);
  if (breaks_before ? !level.has(Level::last_operator_wrapped) : !has_two_operands)
    level.set(Level::no_break_in_operand);
}

void Indents::note_last_space(State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  Level& level = state.back();
  const bool is_in_condition =
      previous.has(is_open_round) && state.next > 1 && token(state.next - 2).has(is_condition_word);
  if (is_in_condition) {
    level.last_space = level.block_indent = narrow(state.column);
  } else if (previous.has(is_comma | is_conditional | is_initializer_colon)) {
    level.last_space = narrow(state.column);
  } else if (previous.has(is_binary)) {
    const bool is_only_shift =
        previous.has(is_shift) && previous.operator_index == 0 && previous.next_operator == nowhere;
    if ((!previous.has(is_assignment) && !is_only_shift) || current.starts_operation)
      level.last_space = narrow(state.column);
  } else if (previous.has(is_base_colon)) {
    level.indent = level.last_space = narrow(state.column);
  } else if (previous.has(is_opening) && previous.match != nowhere &&
             previous.match + 1 < line_.tokens.size()) {
    if (token(previous.match + 1).has(is_member) && state.levels.size() > 1 &&
        state.outer().call_chain == 0)
      level.last_space = narrow(state.column);
  }
}

// ---- on a new line ----

std::uint64_t Indents::put_on_new_line(State& state) const {
  const Token& current = token(state.next);
  const Token& previous = token(state.next - 1);
  Level& level = state.back();
  std::uint64_t penalty = current.penalty;
  if (!level.has(Level::has_break)) penalty += cost_of_first_break;
  level.set(Level::has_break);
  if (current.has(is_shift) && level.first_shift == 0 &&
      (state.column <= column_limit / 3 || level.has(Level::break_before_next)))
    penalty += 120;
  state.column = new_line_column(state);
  if (!current.is(Role::lambda_arrow)) level.block_indent = narrow(state.column);
  if (current.has(is_member) && level.call_chain == 0) level.call_chain = narrow(state.column);

  const bool is_after_comma = previous.has(is_comma) || previous.has(is_semicolon);
  if ((is_after_comma && !level.has(Level::one_each)) || previous.has(is_binary))
    level.set(Level::break_before_next, false);
  if (previous.has(is_template_close) && current.nesting == 0)
    level.set(Level::break_before_next, false);
  if (current.has(is_question) || previous.has(is_question)) level.set(Level::break_before_next);
  if (current.has(is_binary) && current.can_break) level.set(Level::break_before_next, false);

  level.last_space = narrow(state.column + (current.has(is_shift) ? 3U : 0U));
  state.first_level = state.lowest_level = current.nesting;
  for (std::size_t i = 0; i + 1 < state.levels.size(); ++i)
    state.levels[i].set(Level::break_before_next);
  if (!is_after_comma && !previous.has(is_colon) &&
      (!previous.has(is_template_close) || current.nesting != 0) && !previous.has(is_binary) &&
      !current.has(is_binary) && !previous.has(is_opening))
    level.set(Level::break_before_next);
  if (previous.has(is_open_curly)) level.set(Level::break_before_close);
  if (level.has(Level::one_each) && !previous.has(is_open_round) && !previous.has(is_open_curly) &&
      !previous.has(is_binary))
    level.set(Level::break_before_next);
  return penalty;
}

}  // namespace schemac::emit::format
