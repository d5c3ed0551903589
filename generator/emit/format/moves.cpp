// What changes with a token once it is known where it is: brackets and groups begin and end, a
// literal that is too long is broken, and characters beyond the limit are paid for.
#include <algorithm>

#include "emit/format/columns.h"
#include "emit/format/indents.h"
#include "emit/format/literals.h"
#include "emit/format/penalties.h"

namespace schemac::emit::format {
namespace {

constexpr std::uint64_t cost_of_broken_string = 1000;
constexpr std::uint64_t cost_of_no_columns = 10'000;

}  // namespace

State Indents::start() const {
  State state;
  state.column = indent_;
  Level level;
  level.indent = level.last_space = level.block_indent = narrow(indent_);
  level.set(Level::last_operator_wrapped);
  state.levels.push_back(level);
  move(state, false, nullptr);
  return state;
}

std::uint64_t Indents::place(State& state, bool on_new_line, std::vector<Break>* breaks,
                             std::uint32_t more_spaces) const {
  std::uint64_t penalty = 0;
  const std::uint32_t spaces = (token(state.next).is_spaced ? 1U : 0U) + more_spaces;
  if (on_new_line) {
    penalty = put_on_new_line(state);
    if (breaks != nullptr) breaks->push_back({state.next, 0, state.column, 0, true});
  } else {
    put_on_line(state, spaces);
    if (breaks != nullptr && more_spaces != 0) breaks->push_back({state.next, 0, 0, spaces, false});
  }
  return penalty + move(state, on_new_line, breaks);
}

std::uint64_t Indents::place_quick(State& state) const {
  const Token& current = token(state.next);
  state.column += current.width + (current.is_spaced ? 1U : 0U);
  if (!current.has(is_reference))
    state.lowest_level = std::min<std::uint32_t>(state.lowest_level, current.nesting);
  if (!current.has(is_name)) state.string = 0;
  ++state.next;
  return state.column > column_limit ? (state.column - column_limit) * cost_of_excess : 0;
}

std::uint64_t Indents::move(State& state, bool on_new_line, std::vector<Break>* breaks) const {
  const std::uint32_t i = state.next;
  const Token& current = token(i);
  note_token(state, on_new_line);
  if (current.groups != nowhere) enter_groups(state);
  if (current.has(is_closing)) leave_bracket(state);
  const bool may_break =
      !state.back().has(Level::no_break) && !state.back().has(Level::no_break_in_operand);
  if (current.has(is_opening)) enter_bracket(state);
  if (current.group_ends != 0) leave_groups(state);
  if (current.has(is_string)) {
    if (state.string == 0) state.string = state.column;
  } else if (!current.has(is_name)) {
    state.string = 0;
  }
  state.column += current.width;
  ++state.next;
  std::uint64_t penalty = 0;
  if (current.has(is_string) && may_break && state.column + current.tail > column_limit)
    penalty = break_string(state, i, breaks);
  if (state.column > column_limit) penalty += (state.column - column_limit) * cost_of_excess;
  if (current.list != nowhere && current.has(is_open_curly)) {
    const List& list = line_.lists[current.list];
    if (list.columns.size() == 1 || list.has_inner_list) state.back().set(Level::one_each);
  }
  if (i > 0 && token(i - 1).is_list_open() && token(i - 1).list != nowhere)
    penalty += place_list(state, i - 1, breaks);
  return penalty;
}

void Indents::note_token(State& state, bool on_new_line) const {
  const Token& current = token(state.next);
  Level& level = state.back();
  if (current.has(is_comma | is_binary)) level.set(Level::no_break_in_operand, false);
  if (current.has(is_base_colon)) level.set(Level::one_each);
  if (current.has(is_shift) && !current.has(is_overloaded)) {
    if (level.first_shift == 0)
      level.first_shift = narrow(state.column);
    else
      level.set(Level::last_operator_wrapped, on_new_line);
  } else if (current.has(is_binary) || (current.has(is_conditional) && state.next > 0 &&
                                        !token(state.next - 1).has(is_conditional))) {
    level.set(Level::last_operator_wrapped, on_new_line);
  }
  if (current.has(is_subscript) && level.subscripts == 0) level.subscripts = narrow(state.column);
  if (current.has(is_question)) {
    level.question = narrow(state.column);
    if (current.must_break) level.set(Level::is_wrapped_condition);
  }
  if (!current.has(is_opening | is_closing | is_reference))
    state.lowest_level = std::min<std::uint32_t>(state.lowest_level, current.nesting);
  if (current.has(is_member))
    level.call = current.next_operator == nowhere ? std::uint16_t{0} : narrow(state.column);
  if (current.has(is_initializer_colon)) {
    level.indent = level.block_indent = narrow(state.column + 2);
    level.set(Level::one_each);
    level.set(Level::break_before_next, false);
  }
  if (current.has(is_base_colon)) level.indent = narrow(indent_ + continuation);
  if (current.has(is_binary | is_conditional) && on_new_line)
    level.block_indent = narrow(state.column + current.width + 1);
  if (current.has(is_lambda_mark)) level.last_space = narrow(state.column);
  if (state.next == 0) return;
  const Token& previous = token(state.next - 1);
  if (previous.has(is_open_curly) && state.levels.size() > 1 &&
      !level.has(Level::has_several_blocks)) {
    if (state.outer().has(Level::begins_block_in_line) && on_new_line)
      for (std::size_t i = 0; i + 1 < state.levels.size(); ++i)
        state.levels[i].set(Level::no_break);
    state.levels[state.levels.size() - 2].set(Level::begins_block_in_line, false);
  }
  if (previous.has(is_binary | is_conditional | is_open_round | is_comma | is_colon))
    level.set(Level::begins_block_in_line,
              !on_new_line && (!previous.has(is_open_round) || previous.parameters > 1));
}

// ---- groups ----

void Indents::enter_groups(State& state) const {
  const Token& current = token(state.next);
  const Token* previous = state.next > 0 ? &token(state.next - 1) : nullptr;
  bool skips_indent =
      previous != nullptr && (previous->has(is_opening) || previous->has(is_semicolon) ||
                              previous->has(is_return) || previous->has(is_assignment));
  for (std::uint32_t i = current.groups; i != nowhere; i = line_.groups[i].next) {
    const Precedence precedence = line_.groups[i].precedence;
    const bool is_outermost = i == current.groups;
    const Level& outer = state.back();
    Level level = outer;
    level.set(Level::has_break, false);
    level.set(Level::last_operator_wrapped);
    level.set(Level::is_condition_in_condition, false);
    level.set(Level::is_wrapped_condition, false);
    if (outer.has(Level::no_break_in_operand)) level.set(Level::no_break);
    if (precedence > by_comma) level.set(Level::one_each, false);
    if (previous == nullptr || !previous->has(is_return) || precedence > unknown)
      level.indent = std::max({narrow(state.column), level.indent, outer.last_space});
    if (precedence > unknown) level.last_space = std::max(level.last_space, narrow(state.column));
    if (precedence != by_condition && !current.is(Role::unary)) level.call = narrow(state.column);
    if (precedence == by_condition && previous != nullptr && previous->has(is_colon) &&
        previous->has(is_conditional) && is_outermost && !outer.has(Level::is_wrapped_condition)) {
      level.set(Level::is_condition_in_condition);
    } else if (precedence == by_condition || (!skips_indent && precedence > by_assignment)) {
      level.indent = narrow(level.indent + continuation);
    }
    if ((previous != nullptr && !previous->has(is_opening)) || precedence != by_comma)
      level.set(Level::break_before_next, false);
    state.levels.push_back(level);
    skips_indent = false;
  }
}

void Indents::leave_groups(State& state) const {
  for (std::uint32_t i = 0; i < token(state.next).group_ends && state.levels.size() > 1; ++i) {
    const std::uint16_t variable = state.back().variable;
    state.levels.pop_back();
    state.back().variable = variable;
  }
}

// ---- brackets ----

void Indents::enter_bracket(State& state) const {
  const Token& current = token(state.next);
  const Level& outer = state.back();
  Level level;
  level.set(Level::last_operator_wrapped);
  if (current.has(is_block) && current.match != nowhere) {
    level.block_indent = outer.block_indent;
    level.indent = narrow(outer.block_indent + 2U);
    level.last_space = outer.last_space;
    level.set(Level::one_each);
    level.set(Level::break_before_next);
    state.levels.push_back(level);
    return;
  }
  level.last_space = outer.last_space;
  level.block_indent = std::max(outer.call, outer.block_indent);
  const Token* last = current.match != nowhere ? &token(current.match - 1) : nullptr;
  if (current.has(is_open_curly)) {
    level.indent = narrow(outer.last_space + continuation);
    const bool ends_in_comma = last != nullptr && last->is(Kind::comma);
    const bool is_designated =
        state.next + 1 < line_.tokens.size() && token(state.next + 1).is(Role::designator);
    level.set(Level::one_each, ends_in_comma || is_designated);
    level.set(Level::break_before_next, ends_in_comma);
    if (current.parameters > 1)
      level.block_indent = std::max(level.block_indent, narrow(state.column + 1));
  } else {
    level.indent = narrow(continuation + std::max(outer.last_space, outer.call));
    const bool is_in_round = current.has(is_template_open) && current.is_in_round;
    if (is_in_round) {
      level.indent = std::max(level.indent, outer.indent);
      level.last_space = std::max(level.last_space, outer.indent);
    }
  }
  const bool has_lines = current.block != nowhere && line_.blocks[current.block].size() != 0;
  level.set(
      Level::no_break,
      !has_lines && (outer.has(Level::no_break) || outer.has(Level::no_break_in_operand) ||
                     (current.has(is_template_open) && outer.has(Level::has_unbroken_chain))));
  level.set(Level::has_several_blocks, current.lambdas > 1);
  state.levels.push_back(level);
}

void Indents::leave_bracket(State& state) const {
  const Token& current = token(state.next);
  if (state.levels.size() > 1 && !(current.has(is_close_curly) && state.next == 0))
    state.levels.pop_back();
  if (current.is(Kind::close_square) && state.next + 1 < line_.tokens.size() &&
      !token(state.next + 1).is(Kind::open_square))
    state.back().subscripts = 0;
}

// ---- literals and lists ----

std::uint64_t Indents::break_string(State& state, std::uint32_t i,
                                    std::vector<Break>* breaks) const {
  const Token& current = token(i);
  const std::uint32_t begin = state.column - current.width;
  const std::size_t prefix = current.text.find('"') + 1;
  if (!current.text.ends_with('"') || current.tail >= column_limit) return 0;
  const bool is_before_break = state.next < line_.tokens.size() && can_break(state);
  const std::uint32_t tail = is_before_break ? 0 : current.tail;
  const auto content = static_cast<std::uint32_t>(begin + prefix);
  std::string_view rest = current.text.substr(prefix, current.text.size() - prefix - 1);
  std::uint32_t columns = current.width - static_cast<std::uint32_t>(prefix) + tail;
  std::uint64_t penalty = 0;
  bool is_broken = false;
  while (content + columns > column_limit && content + 1 < column_limit) {
    const std::size_t size = split_literal(rest, column_limit - 1 - content);
    if (size == 0) break;
    const auto width = static_cast<std::uint32_t>(width_of_literal(rest.substr(0, size)));
    rest.remove_prefix(size);
    columns -= width;
    penalty += cost_of_broken_string;
    is_broken = true;
    if (breaks != nullptr) {
      const auto offset = static_cast<std::uint32_t>(rest.data() - current.text.data());
      breaks->push_back({i, offset, begin, 0, true});
    }
  }
  state.column = content + columns - current.tail;
  if (!is_broken) return penalty;
  for (Level& level : state.levels) level.set(Level::break_before_next);
  state.back().last_space = narrow(begin);
  return penalty;
}

// The elements after the first, whose place is known: in columns if there are any that fit.
std::uint64_t Indents::place_list(State& state, std::uint32_t open,
                                  std::vector<Break>* breaks) const {
  const Token& brace = token(open);
  const List& list = line_.lists[brace.list];
  if (list.columns.size() <= 1 || token(open + 1).is(Role::designator)) return 0;
  const std::uint32_t used = state.column - token(open + 1).width;
  const Columns* columns = best_columns(list, used < column_limit ? column_limit - used : 0);
  if (columns == nullptr) return cost_of_no_columns;
  std::uint64_t penalty = 0;
  std::size_t column = 0, item = 0;
  while (state.next != brace.match) {
    std::uint32_t more = 0;
    if (item < list.commas.size() && state.next - 1 == list.commas[item]) {
      more = columns->widths[column] - list.item_widths[item];
      ++column;
      ++item;
    }
    const bool is_row = column == columns->widths.size() || token(state.next).must_break;
    if (is_row) column = 0;
    penalty += place(state, is_row, breaks, is_row ? 0 : more);
  }
  return penalty;
}

}  // namespace schemac::emit::format
