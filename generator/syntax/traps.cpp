#include "syntax/traps.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "syntax/expression.h"
#include "syntax/trap_scanner.h"

namespace schemac::syntax {

Repaired TrapScanner::run() {
  while (at_ < text_.size()) scan_line();
  return std::move(result_);
}

void TrapScanner::replace(std::size_t begin, std::size_t end, bool has_meaning) {
  while (end > begin && is_space(text_[end - 1])) --end;
  // What is on further lines becomes blanks: their columns must not begin anything.
  const std::size_t first_line_end = std::min(line_end(begin), end);
  for (std::size_t at = begin; at < end; ++at) {
    if (!is_line_end(text_[at])) result_.text[at] = at < first_line_end ? 'x' : ' ';
  }
  result_.repairs.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), has_meaning});
}

void TrapScanner::scan_line() {
  const std::size_t begin = at_;
  skip_blanks();
  if (is_line_end(peek()) || peek() == '#') return next_line();
  const std::size_t tab = text_.substr(begin, at_ - begin).find('\t');
  if (tab != std::string_view::npos) report_tab(begin + tab);
  line_indent_ = at_ - begin;
  parent_indent_ = line_indent_;
  bool has_parent = false;
  if (line_indent_ == 0 && peek() == '%') return next_line();
  if (line_indent_ == 0 && (text_.substr(at_, 3) == "---" || text_.substr(at_, 3) == "...")) {
    at_ += 3;
    text_may_follow_ = true;
    skip_blanks();
  }
  while ((peek() == '-' || peek() == '?') && is_space(peek(1))) {
    parent_indent_ = at_ - begin;
    has_parent = true;
    ++at_;
    skip_blanks();
  }
  const std::size_t key_begin = at_;
  const bool has_key = skip_key();
  if (has_key) parent_indent_ = key_begin - begin;
  const bool is_text = !has_key && !has_parent && begins_plain_text();
  if (is_text && !text_may_follow_) return scan_stray_line();
  if (!is_text) text_may_follow_ = is_line_end(peek()) || peek() == '#';
  scan_block_value(has_key, has_key || has_parent);
}

bool TrapScanner::begins_plain_text() const {
  return !is_line_end(peek()) &&
         std::string_view("{[}]\"'|>&*!%@`#,").find(peek()) == std::string_view::npos;
}

// A line that is neither `key: value` nor `- item`: most likely its ':' was forgotten.
void TrapScanner::scan_stray_line() {
  const std::size_t begin = at_;
  const std::size_t end = end_of_plain_line(begin);
  const std::size_t word_end = std::min(text_.find_first_of(" \t", begin), end);
  const bool is_key = is_identifier(text_.substr(begin, word_end - begin)) && word_end - begin > 1;
  messages_.missing_colon(begin, word_end, end);
  if (is_key) {
    replace(begin, word_end, true);
    result_.text[word_end - 1] = ':';
    text_may_follow_ = word_end == end;
  } else {
    leave_out(begin, end);
  }
  next_line();
}

void TrapScanner::leave_out(std::size_t begin, std::size_t end) {
  std::fill(result_.text.begin() + static_cast<std::ptrdiff_t>(begin),
            result_.text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  result_.is_partial = true;
}

void TrapScanner::report_tab(std::size_t at) {
  if (!result_.is_parsable) return;  // one is enough: the editor did it everywhere
  result_.is_parsable = false;
  messages_.tab(at);
}

// Goes past `key: ` if that comes next.
bool TrapScanner::skip_key() {
  const std::size_t begin = at_;
  if (peek() == '"' || peek() == '\'') {
    if (!skip_quotes(std::string_view::npos)) return false;  // keys stay on their line
    skip_blanks();
    if (peek() == ':' && is_space(peek(1))) {
      ++at_;
      skip_blanks();
      return true;
    }
    at_ = begin;
    return false;
  }
  const bool is_anchor_or_tag = peek() == '&' || peek() == '*' || peek() == '!';
  if (is_opening(peek()) || peek() == '|' || peek() == '>' || is_anchor_or_tag) return false;
  for (std::size_t at = begin; !is_line_end(char_at(at)); ++at) {
    if (text_[at] == '#' && at > begin && is_blank(text_[at - 1])) return false;
    if (text_[at] == ':' && is_space(char_at(at + 1))) {
      at_ = at + 1;
      skip_blanks();
      return true;
    }
  }
  return false;
}

void TrapScanner::scan_block_value(bool has_key, bool has_parent) {
  const std::size_t begin = at_;
  const char c = peek();
  if (is_line_end(c) || c == '#') return next_line();
  if (c == '|' || c == '>') {
    next_line();
    return skip_deeper_lines();
  }
  if (c == '"' || c == '\'') {
    if (!skip_quotes(has_parent ? std::optional(parent_indent_) : std::nullopt)) {
      return report_open_quote(begin);
    }
    return check_end_of_value(begin, std::nullopt);
  }
  if (c == '{' || c == '[') {
    // A whole document in brackets may begin its lines anywhere.
    const auto block_indent = has_parent ? std::optional(line_indent_) : std::nullopt;
    const std::size_t repairs_before = result_.repairs.size();
    if (scan_flow(block_indent)) check_end_of_value(begin, repairs_before);
    return;
  }
  // Anchors, tags and signs that YAML keeps for itself are for the parser to report.
  if (has_key && std::string_view("&*!%@`").find(c) == std::string_view::npos) {
    if (begins_list_of_entries(begin)) return skip_list_in_line(begin);
    check_plain_value(begin);
  }
  next_line();
  if (has_parent) skip_deeper_lines();  // more of the same text
}

// `fields: - name: a`; without a ':' it is for the parser to report.
bool TrapScanner::begins_list_of_entries(std::size_t begin) const {
  const std::string_view value = text_.substr(begin, end_of_plain_line(begin) - begin);
  return value.starts_with("- ") && value.find(": ") != std::string_view::npos;
}

void TrapScanner::skip_list_in_line(std::size_t begin) {
  messages_.list_in_line(begin);
  next_line();
  skip_deeper_lines();
  replace(begin, at_, false);
}

void TrapScanner::skip_deeper_lines() {
  while (at_ < text_.size()) {
    std::size_t indent = at_;
    while (char_at(indent) == ' ') ++indent;
    if (!is_line_end(char_at(indent)) && indent - at_ <= parent_indent_) return;
    next_line();
  }
}

// A value that begins with quotes or brackets ends with them, for YAML.
void TrapScanner::check_end_of_value(std::size_t begin, std::optional<std::size_t> repairs_before) {
  const std::size_t value_end = at_;
  skip_blanks();
  const bool is_comment = peek() == '#' && at_ > value_end;
  if (is_line_end(peek()) || is_comment) return next_line();
  const bool is_one_line = value_end <= line_end(begin);
  const bool is_closed_early = peek() == ',' || is_closing(peek()) || !is_one_line;
  if (repairs_before && is_closed_early) {
    // After another mistake inside, brackets are most likely right as they are.
    if (result_.repairs.size() == *repairs_before) messages_.closed_early(begin, at_);
    give_up_flow(begin, line_indent_, *repairs_before);
    return;
  }
  const std::size_t end = end_of_plain_line(at_);
  messages_.continued(begin, end);
  replace(begin, end, is_one_line);
  drop_repairs_inside(begin);
  at_ = end;
  next_line();
}

// The end of unquoted text on this line: before a comment and the blanks before it.
std::size_t TrapScanner::end_of_plain_line(std::size_t from) const {
  std::size_t end = from;
  for (std::size_t at = from; at < line_end(from); ++at) {
    if (text_[at] == '#' && at > 0 && is_blank(text_[at - 1])) break;
    if (!is_space(text_[at])) end = at + 1;
  }
  return end;
}

void TrapScanner::check_plain_value(std::size_t begin) {
  const std::size_t end = end_of_plain_line(begin);
  for (std::size_t at = begin; at < end; ++at) {
    if (text_[at] != ':' || (at + 1 < end && !is_blank(text_[at + 1]))) continue;
    const std::string_view before = text_.substr(begin, at - begin);
    if (before.find(" ? ") != std::string_view::npos) {
      messages_.conditional(begin, end);
    } else {
      messages_.colon(begin, end, at);
    }
    return replace(begin, end, false);
  }
}

// Goes after a quoted scalar; stays where it is if that has no end, or none before a line that
// isn't indented deeper than `indent`.
bool TrapScanner::skip_quotes(std::optional<std::size_t> indent) {
  const char quote = peek();
  for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
    if (text_[at] == '\n') {
      if (indent && !is_deeper_line(at + 1, *indent)) return false;
    } else if (quote == '"' ? text_[at] == '\\' : text_[at] == quote && char_at(at + 1) == quote) {
      ++at;  // escaped
    } else if (text_[at] == quote) {
      at_ = at + 1;
      return true;
    }
  }
  return false;
}

bool TrapScanner::is_deeper_line(std::size_t line, std::size_t indent) const {
  if (indent == std::string_view::npos) return false;
  std::size_t text_begin = line;
  while (is_blank(char_at(text_begin))) ++text_begin;
  return is_line_end(char_at(text_begin)) || text_begin - line > indent;
}

void TrapScanner::report_open_quote(std::size_t begin) {
  messages_.open_quote(begin);
  replace(begin, end_of_plain_line(begin), false);
  at_ = begin;
  next_line();
}

Repaired repair_traps(const source::SourceFile& file, source::Diagnostics& diagnostics) {
  return TrapScanner(file, diagnostics).run();
}

}  // namespace schemac::syntax
