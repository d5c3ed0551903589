// Rows of an explanation as a table.
#include <algorithm>
#include <array>

#include "direct/byte_text.h"
#include "direct/explain/explain.h"
#include "direct/text/row_path.h"
#include "direct/text/row_text.h"
#include "source/text_width.h"

namespace schemac::direct {
namespace {

constexpr std::size_t widest_path = 44;
constexpr std::size_t widest_value = 40;
constexpr std::size_t longest_value = 200;  // where lines have no width
constexpr std::size_t least_hex = 5;
constexpr std::size_t least_meaning = 16;  // columns that a meaning is worth
constexpr std::string_view column_gap = "  ";

std::string hex_text(const Row& row, Bytes bytes, std::uint32_t most) {
  if (row.offset >= bytes.size()) return "";
  const std::uint64_t held = std::min<std::uint64_t>(row.size, bytes.size() - row.offset);
  const std::string packed = to_hex(bytes.subspan(row.offset, std::min<std::uint64_t>(held, most)));
  std::string text;
  for (std::size_t i = 0; i < packed.size(); i += 2)
    text += (i == 0 ? "" : " ") + packed.substr(i, 2);
  return held > most ? text + " .." : text;
}

class RowTableText {
 public:
  RowTableText(Bytes bytes, const TableOptions& options) : bytes_(bytes), options_(options) {}

  std::string make(const std::vector<Row>& rows, const std::vector<Violation>& violations,
                   const std::vector<Note>& notes) {
    auto note = notes.begin();
    const Cells titles = {"offset", "size", "bytes", "field", "value", "meaning"};
    widen(titles);
    for (const Row& row : rows) widen(cells_of(row));  // made again below: all take much memory
    narrow();
    add_line(titles, nullptr);
    auto violation = violations.begin();
    // Violations before the first row that is shown belong to others.
    while (violation != violations.end() && !rows.empty() && violation->offset < rows[0].offset)
      ++violation;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      add_line(cells_of(rows[i]), &rows[i]);
      const bool is_last = i + 1 == rows.size();
      const std::uint64_t end = rows[i].offset + rows[i].size;
      const bool is_end_of_file = is_last && end == bytes_.size();
      while (violation != violations.end() && (violation->offset < end || is_end_of_file))
        add_violation(*violation++, rows[i]);
      for (; note != notes.end() && note->end <= end; ++note)
        if (note->end == end && lies_below(rows[i].path, note->path)) add_note(*note);
      // Those in between belong to rows that aren't shown.
      while (violation != violations.end() && !is_last && violation->offset < rows[i + 1].offset)
        ++violation;
    }
    for (; note != notes.end(); ++note)
      if (note->end == Note::at_end) add_note(*note);
    return std::move(out_);
  }

 private:
  enum Column : std::size_t { offset, size, hex, path, value, meaning };
  static constexpr std::size_t columns = 6;
  using Cells = std::array<std::string, columns>;

  [[nodiscard]] Cells cells_of(const Row& row) const {
    return {std::to_string(row.offset),
            std::to_string(row.size),
            options_.hex_bytes == 0 ? "" : hex_text(row, bytes_, options_.hex_bytes),
            printable(row.path),
            source::shortened(value_text(row), longest_value),
            printable(row.doc)};
  }

  void widen(const Cells& cells) {
    for (std::size_t i = 0; i < columns; ++i)
      widths_[i] = std::max(widths_[i], source::width_of(cells[i]));
  }

  // What doesn't fit is shortened, meanings first; without a width only the columns are lined up.
  void narrow() {
    if (options_.hex_bytes == 0) widths_[hex] = 0;
    widths_[path] = std::min(widths_[path], widest_path);
    widths_[value] = std::min(widths_[value], widest_value);
    if (options_.width == 0) return;
    const std::size_t fixed = line_width() - widths_[meaning];
    widths_[meaning] = fixed + least_meaning <= options_.width ? options_.width - fixed : 0;
    if (widths_[meaning] != 0) return;
    for (const Column narrow : {hex, value, path}) {
      const std::size_t least = narrow == hex ? 0 : 8;
      const std::size_t excess = line_width() - std::min(line_width(), options_.width);
      widths_[narrow] -= std::min(excess, widths_[narrow] - std::min(least, widths_[narrow]));
      if (narrow == hex && widths_[hex] < least_hex) widths_[hex] = 0;
    }
  }

  [[nodiscard]] std::size_t line_width() const {
    std::size_t width = 0;
    for (const std::size_t each : widths_)
      if (each != 0) width += each + (width == 0 ? 0 : column_gap.size());
    return width;
  }

  void add_line(const Cells& cells, const Row* row) {
    std::string line;
    std::size_t blanks = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      if (widths_[i] == 0 || (i == hex && options_.hex_bytes == 0)) continue;
      const auto column = static_cast<Column>(i);
      const bool is_shortened = options_.width != 0 || column == hex;
      const std::string text = is_shortened ? source::shortened(cells[i], widths_[i]) : cells[i];
      const std::size_t left = widths_[i] - std::min(widths_[i], source::width_of(text));
      const bool is_number = column == offset || column == size;
      if (is_number) blanks += left;
      if (!text.empty()) {
        line += std::string(blanks, ' ') + in_colour(text, row, column);
        blanks = 0;
      }
      blanks += column_gap.size() + (is_number ? 0 : left);
    }
    out_ += line + '\n';
  }

  [[nodiscard]] std::string in_colour(const std::string& text, const Row* row,
                                      Column column) const {
    if (!options_.has_colours) return text;
    return (row == nullptr ? "\x1b[1m" : colour_of(row->kind, column)) + text + "\x1b[0m";
  }

  [[nodiscard]] static std::string colour_of(RowKind kind, Column column) {
    constexpr const char* dim = "\x1b[2m";
    switch (kind) {
      case RowKind::padding:
      case RowKind::slack:
        return dim;
      case RowKind::unknown:
        return "\x1b[33m";
      case RowKind::folded:
        return "\x1b[3;36m";
      case RowKind::field:
      case RowKind::payload:
        break;
    }
    if (column == path) return "\x1b[1m";
    if (column != value) return dim;
    return kind == RowKind::payload ? "\x1b[36m" : "\x1b[32m";
  }

  // Where the columns of numbers end.
  [[nodiscard]] std::string indent() const {
    return std::string(widths_[offset] + widths_[size] + 2 * column_gap.size(), ' ');
  }

  void add_note(const Note& note) {
    std::string text = "= " + printable(note.path) + ": " + printable(note.text);
    if (options_.width > indent().size())
      text = source::shortened(text, options_.width - indent().size());
    out_ += indent() + (options_.has_colours ? "\x1b[36m" + text + "\x1b[0m" : text) + '\n';
  }

  void add_violation(const Violation& violation, const Row& row) {
    std::string text = "! ";
    if (violation.path != row.path) text += printable(violation.path) + ": ";
    text += printable(violation.message) + " [" + std::string(id(violation.rule)) + "]";
    out_ += indent() + (options_.has_colours ? "\x1b[31m" + text + "\x1b[0m" : text) + '\n';
  }

  Bytes bytes_;
  const TableOptions& options_;
  std::array<std::size_t, columns> widths_{};
  std::string out_;
};

}  // namespace

std::string to_table(const std::vector<Row>& rows, Bytes bytes,
                     const std::vector<Violation>& violations, const TableOptions& options,
                     const std::vector<Note>& notes) {
  return RowTableText(bytes, options).make(rows, violations, notes);
}

}  // namespace schemac::direct
