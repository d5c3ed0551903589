#include "syntax/traps.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "syntax/expression.h"
#include "syntax/trap_messages.h"

namespace schemac::syntax {
namespace {

// An expression that goes on for longer isn't looked through; keeps the scan linear.
constexpr std::size_t longest_scan = 4096;
// Keys that are looked for are names.
constexpr std::size_t longest_name = 100;
// The first ones show what is wrong with a long list.
constexpr int most_missing_commas = 20;

enum class Trap { none, comma, bracket, colon, conditional };

// An unquoted value as its writer meant it: up to a ',' or a closing bracket of the surroundings.
struct MeantValue {
  std::size_t end = 0;
  Trap trap = Trap::none;  ///< the first thing that YAML reads otherwise
  std::size_t trap_at = 0;
};

class Scanner {
 public:
  Scanner(const source::SourceFile& file, source::Diagnostics& diagnostics)
      : text_(file.text()), messages_(file, diagnostics) {
    result_.text = std::string(text_);
  }

  Repaired run() {
    while (at_ < text_.size()) scan_line();
    return std::move(result_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] char char_at(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  [[nodiscard]] std::size_t line_end(std::size_t from) const {
    return std::min(text_.find('\n', from), text_.size());
  }
  void skip_blanks() {
    while (is_blank(peek())) ++at_;
  }
  void next_line() { at_ = std::min(line_end(at_) + 1, text_.size()); }
  void skip_space() {
    while (at_ < text_.size() && is_space(peek())) ++at_;
  }

  void replace(std::size_t begin, std::size_t end, bool has_meaning) {
    while (end > begin && is_space(text_[end - 1])) --end;
    // What stands on further lines becomes blanks: their columns must not begin anything.
    const std::size_t first_line_end = std::min(line_end(begin), end);
    for (std::size_t at = begin; at < end; ++at) {
      if (!is_line_end(text_[at])) result_.text[at] = at < first_line_end ? 'x' : ' ';
    }
    result_.repairs.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), has_meaning});
  }

  // --- block lines -------------------------------------------------------------------------------

  void scan_line() {
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

  [[nodiscard]] bool begins_plain_text() const {
    return !is_line_end(peek()) &&
           std::string_view("{[}]\"'|>&*!%@`#,").find(peek()) == std::string_view::npos;
  }

  // A line that is neither `key: value` nor `- item`: most likely its ':' was forgotten.
  void scan_stray_line() {
    const std::size_t begin = at_;
    const std::size_t end = end_of_plain_line(begin);
    const std::size_t word_end = std::min(text_.find_first_of(" \t", begin), end);
    const bool is_key =
        is_identifier(text_.substr(begin, word_end - begin)) && word_end - begin > 1;
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

  void leave_out(std::size_t begin, std::size_t end) {
    std::fill(result_.text.begin() + static_cast<std::ptrdiff_t>(begin),
              result_.text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    result_.is_partial = true;
  }

  void report_tab(std::size_t at) {
    if (!result_.is_parsable) return;  // one is enough: the editor did it everywhere
    result_.is_parsable = false;
    messages_.tab(at);
  }

  // Goes after `key: ` if that is what stands here.
  bool skip_key() {
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

  void scan_block_value(bool has_key, bool has_parent) {
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
  [[nodiscard]] bool begins_list_of_entries(std::size_t begin) const {
    const std::string_view value = text_.substr(begin, end_of_plain_line(begin) - begin);
    return value.starts_with("- ") && value.find(": ") != std::string_view::npos;
  }

  void skip_list_in_line(std::size_t begin) {
    messages_.list_in_line(begin);
    next_line();
    skip_deeper_lines();
    replace(begin, at_, false);
  }

  void skip_deeper_lines() {
    while (at_ < text_.size()) {
      std::size_t indent = at_;
      while (char_at(indent) == ' ') ++indent;
      if (!is_line_end(char_at(indent)) && indent - at_ <= parent_indent_) return;
      next_line();
    }
  }

  // A value that begins with quotes or brackets ends with them, for YAML.
  void check_end_of_value(std::size_t begin, std::optional<std::size_t> repairs_before) {
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

  // The end of unquoted text on this line: before a comment and the blanks in front of it.
  [[nodiscard]] std::size_t end_of_plain_line(std::size_t from) const {
    std::size_t end = from;
    for (std::size_t at = from; at < line_end(from); ++at) {
      if (text_[at] == '#' && at > 0 && is_blank(text_[at - 1])) break;
      if (!is_space(text_[at])) end = at + 1;
    }
    return end;
  }

  void check_plain_value(std::size_t begin) {
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
  bool skip_quotes(std::optional<std::size_t> indent) {
    const char quote = peek();
    for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
      if (text_[at] == '\n') {
        if (indent && !is_deeper_line(at + 1, *indent)) return false;
      } else if (quote == '"' ? text_[at] == '\\'
                              : text_[at] == quote && char_at(at + 1) == quote) {
        ++at;  // escaped
      } else if (text_[at] == quote) {
        at_ = at + 1;
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_deeper_line(std::size_t line, std::size_t indent) const {
    if (indent == std::string_view::npos) return false;
    std::size_t text_begin = line;
    while (is_blank(char_at(text_begin))) ++text_begin;
    return is_line_end(char_at(text_begin)) || text_begin - line > indent;
  }

  void report_open_quote(std::size_t begin) {
    messages_.open_quote(begin);
    replace(begin, end_of_plain_line(begin), false);
    at_ = begin;
    next_line();
  }

  // --- flow collections: { } and [ ] ------------------------------------------------------------

  struct Open {
    std::size_t begin;
    bool is_map;
    bool in_value;  ///< after the ':' of a map's entry
  };

  // Goes after the collection that begins here. False if it was broken (and is repaired whole).
  bool scan_flow(std::optional<std::size_t> block_indent) {
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
  bool skip_flow_space(std::optional<std::size_t> block_indent) {
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

  // Repairs the whole collection: from its begin to the last line that is indented deeper.
  bool give_up_flow(std::size_t begin, std::optional<std::size_t> block_indent,
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
  bool report_missing_comma(Open& around, std::size_t value_end) {
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

  [[nodiscard]] bool is_key(std::size_t begin) const {
    const std::string_view name = text_.substr(begin, longest_name);
    const std::size_t colon = name.find(':');
    return colon != std::string_view::npos && is_space(char_at(begin + colon + 1)) &&
           is_identifier(name.substr(0, colon));
  }

  void check_end_of_flow_value(Open& around, std::size_t value_begin) {
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
  void drop_repairs_inside(std::size_t begin) {
    const Repair whole = result_.repairs.back();
    result_.repairs.pop_back();
    while (!result_.repairs.empty() && result_.repairs.back().begin >= begin) {
      result_.repairs.pop_back();
    }
    result_.repairs.push_back(whole);
  }

  void scan_flow_plain(const Open& around) {
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
  [[nodiscard]] std::size_t end_for_yaml(std::size_t begin) const {
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

  [[nodiscard]] MeantValue find_meant_end(std::size_t begin, const Open& around) const {
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
  [[nodiscard]] std::size_t end_of_inner_quotes(std::size_t begin, std::size_t at,
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

  std::string_view text_;
  TrapMessages messages_;
  Repaired result_;
  std::size_t at_ = 0;
  int missing_commas_ = 0;
  bool text_may_follow_ = true;    ///< a key or dash has no value yet, or its text goes on
  std::size_t line_indent_ = 0;    ///< of the current line
  std::size_t parent_indent_ = 0;  ///< column of the key or dash that the value belongs to
};

}  // namespace

Repaired repair_traps(const source::SourceFile& file, source::Diagnostics& diagnostics) {
  return Scanner(file, diagnostics).run();
}

}  // namespace schemac::syntax
