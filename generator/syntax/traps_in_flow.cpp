// Flow collections: { } and [ ].
#include <vector>

#include "syntax/expression.h"
#include "syntax/trap_scanner.h"

namespace schemac::syntax {
namespace {

// An expression that goes on for longer isn't looked through; keeps the scan linear.
constexpr std::size_t longest_scan = 4096;
// Keys that are looked for are names.
constexpr std::size_t longest_name = 100;
// The first ones show what is wrong with a long list.
constexpr int most_missing_commas = 20;

}  // namespace

// Goes after the collection that begins here. False if it was broken (and is repaired whole).
bool TrapScanner::scan_flow(std::optional<std::size_t> block_indent) {
  const std::size_t begin = at_;
  std::vector<Open> open;
  const std::size_t repairs_before = result_.repairs.size();
  while (true) {
    if (!skip_flow_space(block_indent)) {
      if (result_.repairs.size() == repairs_before) messages_.unclosed(open.back().begin, at_);
      return give_up_flow(begin, block_indent, repairs_before);
    }
    const char c = peek();
    if (c == '{' || c == '[') {
      open.push_back({at_, c == '{', c == '['});
      ++at_;
    } else if (c == '}' || c == ']') {
      if (c != closing_of(text_[open.back().begin])) {
        if (result_.repairs.size() == repairs_before) messages_.mismatch(open.back().begin, at_);
        return give_up_flow(begin, block_indent, repairs_before);
      }
      const std::size_t value_begin = open.back().begin;
      open.pop_back();
      ++at_;
      if (open.empty()) return true;
      check_end_of_flow_value(open.back(), value_begin);
    } else if (c == ',') {
      ++at_;
      open.back().in_value = !open.back().is_map;
    } else if (c == ':' && (is_space(peek(1)) || is_closing(peek(1)) || peek(1) == ',')) {
      ++at_;
      open.back().in_value = true;
    } else if (c == '"' || c == '\'') {
      const std::size_t value_begin = at_;
      if (!skip_quotes(block_indent)) {
        report_open_quote(value_begin);
        at_ = value_begin;
        return give_up_flow(begin, block_indent, repairs_before);
      }
      check_end_of_flow_value(open.back(), value_begin);
    } else {
      scan_flow_plain(open.back());
    }
  }
}

// Blanks, line breaks and comments. False at the end of the file, and where a new line isn't
// indented deeper than the one on which the collection began: then a bracket was forgotten.
bool TrapScanner::skip_flow_space(std::optional<std::size_t> block_indent) {
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == '#' && at_ > 0 && is_space(text_[at_ - 1])) {
      at_ = line_end(at_);
    } else if (c == '\n') {
      const std::size_t line = ++at_;
      skip_blanks();
      const bool has_text = !is_line_end(peek()) && peek() != '#';
      const bool is_deeper = !block_indent || at_ - line > *block_indent;
      if (has_text && !is_deeper && !is_closing(peek())) return false;
    } else if (is_space(c)) {
      ++at_;
    } else {
      return true;
    }
  }
  return false;
}

// Repairs the whole collection: from its start to the last line that is indented deeper.
bool TrapScanner::give_up_flow(std::size_t begin, std::optional<std::size_t> block_indent,
                               std::size_t repairs_before) {
  result_.repairs.resize(repairs_before);
  std::size_t end = line_end(begin);
  while (end < text_.size()) {
    std::size_t text_begin = end + 1;
    while (is_blank(char_at(text_begin))) ++text_begin;
    const bool is_empty = is_line_end(char_at(text_begin)) || char_at(text_begin) == '#';
    if (!is_empty && block_indent && text_begin - (end + 1) <= *block_indent) break;
    if (text_begin >= text_.size()) break;
    end = line_end(text_begin);
  }
  replace(begin, end, false);
  at_ = std::min(end + 1, text_.size());
  return false;
}

// `[{a: 1} {b: 2}]`, `{a: {x: 1} b: {x: 2}}`; on one line or on several.
bool TrapScanner::report_missing_comma(Open& around, std::size_t value_end) {
  if (!is_closing(text_[value_end - 1])) return false;
  std::size_t next = value_end;
  while (next < text_.size() && is_space(text_[next])) ++next;
  const bool is_next = around.is_map ? around.in_value && is_key(next)
                                     : char_at(next) == '{' || char_at(next) == '[';
  if (!is_next || !is_blank(text_[next - 1])) return false;
  if (missing_commas_++ < most_missing_commas) {
    messages_.comma_missing(next, around.is_map ? "entry" : "item");
  }
  result_.text[next - 1] = ',';
  around.in_value = !around.is_map;
  at_ = next;
  return true;
}

bool TrapScanner::is_key(std::size_t begin) const {
  const std::string_view name = text_.substr(begin, longest_name);
  const std::size_t colon = name.find(':');
  return colon != std::string_view::npos && is_space(char_at(begin + colon + 1)) &&
         is_identifier(name.substr(0, colon));
}

void TrapScanner::check_end_of_flow_value(Open& around, std::size_t value_begin) {
  const std::size_t value_end = at_;
  if (report_missing_comma(around, value_end)) return;
  skip_blanks();
  const char c = peek();
  const bool is_comment = c == '#' && at_ > value_end;
  if (is_line_end(c) || is_comment || c == ',' || c == ':' || c == '}' || c == ']') return;
  if (!around.in_value) return;
  const MeantValue meant = find_meant_end(value_begin, around);
  if (meant.trap == Trap::colon) {
    messages_.colon(value_begin, meant.end, meant.trap_at);
    replace(value_begin, meant.end, false);
  } else {
    messages_.continued(value_begin, meant.end);
    replace(value_begin, meant.end, true);
  }
  drop_repairs_inside(value_begin);
  at_ = meant.end;
}

// A repaired value may hold values that were repaired before it was known to go on.
void TrapScanner::drop_repairs_inside(std::size_t begin) {
  const Repair whole = result_.repairs.back();
  result_.repairs.pop_back();
  while (!result_.repairs.empty() && result_.repairs.back().begin >= begin) {
    result_.repairs.pop_back();
  }
  result_.repairs.push_back(whole);
}

void TrapScanner::scan_flow_plain(const Open& around) {
  const std::size_t begin = at_;
  const MeantValue meant =
      around.in_value ? find_meant_end(begin, around) : MeantValue{begin, Trap::none, 0};
  switch (meant.trap) {
    case Trap::none:
      at_ = std::max(end_for_yaml(begin), begin + 1);
      return;
    case Trap::comma:
      messages_.quote_needed(begin, meant.end, "unquoted-comma",
                             "the ',' in this unquoted value ends it, for YAML");
      break;
    case Trap::bracket:
      messages_.quote_needed(begin, meant.end, "unquoted-bracket",
                             std::string("the '") + text_[meant.trap_at] +
                                 "' in this unquoted value ends it, for YAML");
      break;
    case Trap::colon:
      messages_.colon(begin, meant.end, meant.trap_at);
      break;
    case Trap::conditional:
      messages_.conditional(begin, meant.end);
      break;
  }
  replace(begin, meant.end, meant.trap == Trap::comma || meant.trap == Trap::bracket);
  at_ = meant.end;
}

// Where an unquoted scalar ends as YAML reads it inside { } and [ ].
std::size_t TrapScanner::end_for_yaml(std::size_t begin) const {
  std::size_t at = begin;
  for (; !is_line_end(char_at(at)); ++at) {
    const char c = text_[at];
    if (c == ',' || c == '[' || c == ']' || c == '{' || c == '}') break;
    const char after = char_at(at + 1);
    if (c == ':' && (is_space(after) || after == ',' || is_closing(after))) break;
    if (c == '#' && at > begin && is_blank(text_[at - 1])) break;
  }
  return at;
}

MeantValue TrapScanner::find_meant_end(std::size_t begin, const Open& around) const {
  MeantValue meant;
  std::vector<char> closers;
  std::size_t at = begin;
  const auto note = [&](Trap trap) {
    if (meant.trap == Trap::none) meant = {0, trap, at};
  };
  for (; at < text_.size() && at - begin < longest_scan && !is_line_end(text_[at]); ++at) {
    const char c = text_[at];
    const bool after_blank = at > begin && is_blank(text_[at - 1]);
    if (c == '#' && after_blank) break;
    if (closers.empty() && (c == ',' || is_closing(c))) break;
    if (is_opening(c)) {
      closers.push_back(closing_of(c));
      if (c != '(') note(Trap::bracket);
    } else if (is_closing(c)) {
      if (c != closers.back()) break;
      closers.pop_back();
    } else if (c == ',') {
      note(Trap::comma);
    } else if (c == '?' && after_blank && is_blank(char_at(at + 1))) {
      meant = {0, Trap::conditional, at};
    } else if (c == ':' && around.is_map && is_blank(char_at(at + 1))) {
      note(Trap::colon);
    } else if (c == '\'' || c == '"') {
      at = end_of_inner_quotes(begin, at, meant);
    }
  }
  while (at > begin && is_space(text_[at - 1])) --at;
  if (!closers.empty()) return {at, Trap::none, 0};  // a forgotten ')': not what YAML is about
  meant.end = at;
  return meant;
}

// Quotes inside a value matter to its writer, not to YAML. An apostrophe isn't a quote.
std::size_t TrapScanner::end_of_inner_quotes(std::size_t begin, std::size_t at,
                                             MeantValue& meant) const {
  const bool is_inside_word =
      at > begin && std::string_view(" ([=<>+,").find(text_[at - 1]) == std::string_view::npos;
  if (is_inside_word) return at;
  const std::size_t close = text_.find(text_[at], at + 1);
  if (close == std::string_view::npos || close > line_end(at)) return at;
  const std::size_t comma = text_.substr(0, close).find_first_of(",[]{}", at);
  if (at > begin && comma != std::string_view::npos && meant.trap == Trap::none) {
    meant = {0, text_[comma] == ',' ? Trap::comma : Trap::bracket, comma};
  }
  return close;
}

}  // namespace schemac::syntax
