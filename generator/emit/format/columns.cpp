#include "emit/format/columns.h"

#include <algorithm>

#include "emit/format/penalties.h"

namespace schemac::emit::format {
namespace {

struct Item {
  std::uint32_t width = 0;
  std::uint32_t width_at_end = 0;  // with what can't be parted from it
  bool must_break = false;
};

class ColumnFinder {
 public:
  ColumnFinder(const Line& line, const Token& open, List& list)
      : tokens_(line.tokens), open_(open), list_(list) {}

  void run(std::uint32_t index) {
    find_items(index + 1);
    for (const Item& item : items_) list_.item_widths.push_back(item.width);
    const std::size_t fewest = open_.nesting != 0 ? 19 : 5;
    if (list_.commas.size() < fewest) return;
    for (std::uint32_t count = 1; count <= column_limit / 3; ++count)
      if (!try_columns(count)) return;
  }

 private:
  [[nodiscard]] std::uint32_t width(std::uint32_t begin, std::uint32_t end) const {
    return tokens_[end].total - tokens_[begin].total + tokens_[begin].width;
  }

  void find_items(std::uint32_t begin) {
    for (const std::uint32_t comma : list_.commas) {
      add(begin, comma, comma);
      begin = comma + 1;
      if (begin == open_.match) return;
    }
    std::uint32_t end = open_.match;
    while (end + 1 < tokens_.size() && !tokens_[end + 1].can_break) ++end;
    add(begin, open_.match - 1, end);
  }
  void add(std::uint32_t begin, std::uint32_t end, std::uint32_t last) {
    const Token& token = tokens_[begin];
    if (token.is(Kind::open_curly)) list_.has_inner_list = true;
    items_.push_back({width(begin, end), width(begin, last), token.must_break});
  }

  // False if more columns than these can't be filled.
  bool try_columns(std::uint32_t count) {
    Columns columns;
    columns.widths.assign(count, 0);
    columns.rows = 1;
    std::vector<std::uint32_t> least(count, nowhere);
    bool has_full_row = false;
    std::uint32_t column = 0;
    for (const Item& item : items_) {
      if (item.must_break || column == count) {
        ++columns.rows;
        column = 0;
      }
      const bool is_last = column == count - 1;
      has_full_row = has_full_row || is_last;
      const std::uint32_t width = is_last ? item.width_at_end : item.width;
      columns.widths[column] = std::max(columns.widths[column], width);
      least[column] = std::min(least[column], width);
      ++column;
    }
    if (!has_full_row) return false;
    columns.total_width = count - 1;
    for (const std::uint32_t width : columns.widths) columns.total_width += width;
    for (std::uint32_t i = 0; i + 1 < count; ++i)
      if (columns.widths[i] - least[i] > 10) return true;
    if (columns.total_width <= column_limit || count == 1)
      list_.columns.push_back(std::move(columns));
    return true;
  }

  const std::vector<Token>& tokens_;
  const Token& open_;
  List& list_;
  std::vector<Item> items_;
};

}  // namespace

void find_columns(Line& line) {
  for (std::uint32_t i = 0; i < line.tokens.size(); ++i) {
    const Token& token = line.tokens[i];
    if (!token.is(Kind::open_curly) || token.match == nowhere || token.is_block()) continue;
    if (token.list != nowhere) ColumnFinder(line, token, line.lists[token.list]).run(i);
  }
}

const Columns* best_columns(const List& list, std::uint32_t room) {
  const Columns* best = nullptr;
  for (auto columns = list.columns.rbegin(); columns != list.columns.rend(); ++columns) {
    if (columns->total_width > room && columns->widths.size() != 1) continue;
    if (best != nullptr && columns->rows > best->rows) break;
    best = &*columns;
  }
  return best;
}

}  // namespace schemac::emit::format
