// Goes through a text line by line, as YAML would, and repairs what YAML takes for something else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "syntax/trap_messages.h"
#include "syntax/traps.h"

namespace schemac::syntax {

enum class Trap { none, comma, bracket, colon, conditional };

/// An unquoted value as its writer meant it: up to a ',' or a closing bracket of the surroundings.
struct MeantValue {
  std::size_t end = 0;
  Trap trap = Trap::none;  ///< the first thing that YAML reads otherwise
  std::size_t trap_at = 0;
};

class TrapScanner {
 public:
  TrapScanner(const source::SourceFile& file, source::Diagnostics& diagnostics)
      : text_(file.text()), messages_(file, diagnostics) {
    result_.text = std::string(text_);
  }

  Repaired run();

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

  void replace(std::size_t begin, std::size_t end, bool has_meaning);

  // Block lines: traps.cpp.
  void scan_line();
  [[nodiscard]] bool begins_plain_text() const;
  void scan_stray_line();
  void leave_out(std::size_t begin, std::size_t end);
  void report_tab(std::size_t at);
  bool skip_key();
  void scan_block_value(bool has_key, bool has_parent);
  [[nodiscard]] bool begins_list_of_entries(std::size_t begin) const;
  void skip_list_in_line(std::size_t begin);
  void skip_deeper_lines();
  void check_end_of_value(std::size_t begin, std::optional<std::size_t> repairs_before);
  [[nodiscard]] std::size_t end_of_plain_line(std::size_t from) const;
  void check_plain_value(std::size_t begin);
  bool skip_quotes(std::optional<std::size_t> indent);
  [[nodiscard]] bool is_deeper_line(std::size_t line, std::size_t indent) const;
  void report_open_quote(std::size_t begin);

  // Flow collections, { } and [ ]: traps_in_flow.cpp.
  struct Open {
    std::size_t begin;
    bool is_map;
    bool in_value;  ///< after the ':' of a map's entry
  };

  bool scan_flow(std::optional<std::size_t> block_indent);
  bool skip_flow_space(std::optional<std::size_t> block_indent);
  bool give_up_flow(std::size_t begin, std::optional<std::size_t> block_indent,
                    std::size_t repairs_before);
  bool report_missing_comma(Open& around, std::size_t value_end);
  [[nodiscard]] bool is_key(std::size_t begin) const;
  void check_end_of_flow_value(Open& around, std::size_t value_begin);
  void drop_repairs_inside(std::size_t begin);
  void scan_flow_plain(const Open& around);
  [[nodiscard]] std::size_t end_for_yaml(std::size_t begin) const;
  [[nodiscard]] MeantValue find_meant_end(std::size_t begin, const Open& around) const;
  [[nodiscard]] std::size_t end_of_inner_quotes(std::size_t begin, std::size_t at,
                                                MeantValue& meant) const;

  std::string_view text_;
  TrapMessages messages_;
  Repaired result_;
  std::size_t at_ = 0;
  int missing_commas_ = 0;
  bool text_may_follow_ = true;    ///< a key or dash has no value yet, or its text goes on
  std::size_t line_indent_ = 0;    ///< of the current line
  std::size_t parent_indent_ = 0;  ///< column of the key or dash that the value belongs to
};

}  // namespace schemac::syntax
