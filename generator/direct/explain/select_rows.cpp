#include "direct/explain/select_rows.h"

#include <optional>
#include <string_view>

#include "direct/text/row_path.h"

namespace schemac::direct {
namespace {

// Neighbouring rows of one element of a list; or of several, of which nothing more is known.
struct ElementRows {
  std::string_view list;
  std::uint64_t first = 0, last = 0;
  std::size_t begin = 0, end = 0;  // rows

  [[nodiscard]] std::uint64_t count() const { return last - first + 1; }
};

class InsideFolder {
 public:
  InsideFolder(const std::vector<Row>& rows, const ListEnds& ends) : rows_(rows), ends_(ends) {}

  std::vector<Row> fold() {
    fold(0, rows_.size(), 0);
    return std::move(result_);
  }

 private:
  // What row `i` is a part of, by its path after the first `from` characters.
  [[nodiscard]] std::optional<ElementRows> element_at(std::size_t i, std::size_t from) const {
    const Row& row = rows_[i];
    if (const auto element = element_of(row.path, from))
      return ElementRows{element->list, element->index, element->index, i, i + 1};
    if (row.kind != RowKind::folded || row.path.size() <= from) return std::nullopt;
    return ElementRows{row.path, row.value[0].get<std::uint64_t>(),
                       row.value[1].get<std::uint64_t>(), i, i + 1};
  }

  // Rows [begin, end), which lie below a path of `from` characters.
  void fold(std::size_t begin, std::size_t end, std::size_t from) {
    while (begin < end) {
      const auto first = element_at(begin, from);
      if (!first) {
        result_.push_back(rows_[begin++]);
        continue;
      }
      const std::vector<ElementRows> elements = elements_from(*first, end, from);
      show(elements);
      begin = elements.back().end;
    }
  }

  // The elements of one list that follow each other; padding between two belongs to the first.
  std::vector<ElementRows> elements_from(const ElementRows& first, std::size_t end,
                                         std::size_t from) const {
    std::vector<ElementRows> elements = {first};
    std::size_t i = first.end;
    while (i < end) {
      std::size_t next = i;
      while (next < end && rows_[next].kind == RowKind::padding && !element_at(next, from)) ++next;
      if (next == end) break;
      const auto element = element_at(next, from);
      if (!element || element->list != first.list) break;
      ElementRows& before = elements.back();
      // From the start again: their payloads, after the table.
      const bool is_restart = element->last < before.first && element->first <= first.first;
      if (is_restart) break;
      before.end = next;
      if (before.first == element->first && before.last == element->last) {
        before.end = next + 1;
      } else {
        elements.push_back(*element);
      }
      i = next + 1;
    }
    return elements;
  }

  void show(const std::vector<ElementRows>& elements) {
    std::uint64_t count = 0;
    for (const ElementRows& element : elements) count += element.count();
    // Whatever is folded already can't be shown; the rest is, if it is short.
    const bool is_short = count <= ends_.most;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const bool is_end = i < ends_.first || i + 1 == elements.size();
      if (is_short || (is_end && elements[i].count() == 1)) {
        fold(elements[i].begin, elements[i].end, element_size(elements[i]));
        continue;
      }
      std::size_t last = i;
      while (last + 1 < elements.size() &&
             (last + 2 < elements.size() || elements[last + 1].count() > 1)) {
        ++last;
      }
      add_folded(elements, i, last);
      i = last;
    }
  }

  [[nodiscard]] std::size_t element_size(const ElementRows& element) const {
    const auto found = element_of(rows_[element.begin].path, element.list.size());
    return found ? found->size : element.list.size();
  }

  void add_folded(const std::vector<ElementRows>& elements, std::size_t first, std::size_t last) {
    Row row;
    std::uint64_t low = elements[first].first, high = elements[first].last;
    for (std::size_t i = first; i <= last; ++i) {
      low = std::min(low, elements[i].first);
      high = std::max(high, elements[i].last);
    }
    row.path = std::string(elements[first].list) + '[' + std::to_string(low) + ".." +
               std::to_string(high) + ']';
    row.kind = RowKind::folded;
    row.value = {low, high};
    row.offset = rows_[elements[first].begin].offset;
    const Row& end = rows_[elements[last].end - 1];
    row.size = end.offset + end.size - row.offset;
    result_.push_back(std::move(row));
  }

  const std::vector<Row>& rows_;
  const ListEnds& ends_;
  std::vector<Row> result_;
};

// Elements that are folded, where those of their list would be.
bool is_deeper_list(const Row& row, std::uint32_t depth) {
  return row.kind == RowKind::folded && to_depth(row.path + "[0]", depth) == row.path;
}

// A text, its length and its padding are a text.
void join(Row& whole, const Row& row, bool is_deeper) {
  if (!is_deeper && whole.type.empty()) {
    Row own = row;
    own.offset = whole.offset;
    own.size = whole.size;
    own.children.clear();
    whole = std::move(own);
  }
  whole.size += row.size;
}

void add_innermost(const std::vector<Row>& rows, std::vector<Row>& result) {
  for (const Row& row : rows) {
    if (row.children.empty() && row.type != "tag")
      result.push_back(row);
    else
      add_innermost(row.children, result);
  }
}

void add_asked(const std::vector<Row>& rows, const Selection& asked, std::vector<Row>& result) {
  for (const Row& row : rows) {
    const Match match = asked.match(row.path);
    if (match == Match::holds) result.push_back(row);
    if (match == Match::leads) add_asked(row.children, asked, result);
  }
}

bool is_told_by_children(const Row& row) {
  if (row.type == "bits") return true;  // which share bytes
  std::uint64_t end = row.offset;
  for (const Row& child : row.children) {
    if (child.offset != end || child.path.starts_with(row.path + "[")) return false;
    end += child.size;
  }
  return !row.children.empty() && end == row.offset + row.size;
}

void add_innermost(Row& row, std::vector<Row>& result) {
  if (!is_told_by_children(row)) {
    result.push_back(std::move(row));
    return;
  }
  for (Row& child : row.children) add_innermost(child, result);
}

// Whether there are fields within a text between them; one message may be all of it.
bool is_of_text(const Row& row) {
  if (row.kind != RowKind::field || !row.value.is_null() || row.children.empty()) return false;
  if (!is_told_by_children(row)) return true;
  return row.children.size() == 1 && is_of_text(row.children.front());
}

}  // namespace

std::vector<Row> innermost_rows(std::vector<Row> rows) {
  std::vector<Row> result;
  if (rows.size() == 1 && is_of_text(rows.front())) {
    add_innermost(rows, result);
    return result;
  }
  result.reserve(rows.size());
  for (Row& row : rows) add_innermost(row, result);
  return result;
}

std::vector<Row> rows_of(const std::vector<Row>& rows, const Selection& asked) {
  std::vector<Row> result;
  add_asked(rows, asked, result);
  return result;
}

std::vector<Row> rows_to_depth(const std::vector<Row>& rows, std::uint32_t depth) {
  std::vector<Row> result;
  for (const Row& row : rows) {
    const std::string_view path = to_depth(row.path, depth);
    const bool is_deeper = path.size() < row.path.size() || is_deeper_list(row, depth);
    const bool continues = !result.empty() && result.back().path == path && !path.empty() &&
                           result.back().offset + result.back().size == row.offset;
    if (continues) {
      join(result.back(), row, is_deeper);
    } else if (is_deeper) {
      Row whole;
      whole.path = path;
      whole.offset = row.offset;
      whole.size = row.size;
      result.push_back(std::move(whole));
    } else {
      result.push_back(row);
    }
  }
  return result;
}

std::vector<Row> rows_without_insides(const std::vector<Row>& rows, const ListEnds& ends) {
  return InsideFolder(rows, ends).fold();
}

}  // namespace schemac::direct
