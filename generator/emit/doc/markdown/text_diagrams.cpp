#include "emit/doc/markdown/text_diagrams.h"

#include <fmt/format.h>

#include <algorithm>

#include "emit/doc/diagrams/byte_rows.h"
#include "emit/doc/diagrams/lanes.h"
#include "emit/doc/markdown/char_grid.h"
#include "html/escape.h"

namespace schemac::emit::doc {
namespace {

constexpr unsigned map_columns = 16;       // bytes a row
constexpr std::size_t byte_width = 4;      // characters a byte
constexpr std::size_t map_row_height = 3;  // a border, the type, the name

class TextMap {
 public:
  explicit TextMap(const ByteMap& map) : rows_(rows_of(map, map_columns)) {
    for (const MapRow& row : rows_) gutter_ = std::max(gutter_, columns_of(row.label) + 1);
  }

  std::string draw() {
    for (unsigned i = 0; i < map_columns; ++i) {
      const std::string number = std::to_string(i);
      grid_.words(0, x_of(i) + (number.size() > 1 ? 1 : 2), number);
    }
    std::size_t y = 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].begins_group && i > 0) ++y;
      draw_row(rows_[i], y);
      y += map_row_height;
    }
    std::string out = grid_.to_text();
    for (std::size_t i = 0; i < unnamed_.size(); ++i)
      out += fmt::format("({}) {}: {}\n", i + 1, unnamed_[i]->name, unnamed_[i]->type);
    return out;
  }

 private:
  [[nodiscard]] std::size_t x_of(unsigned column) const { return gutter_ + column * byte_width; }

  void draw_row(const MapRow& row, std::size_t y) {
    grid_.words(y + 1, gutter_ - 1 - columns_of(row.label), row.label);
    for (const MapCell& cell : row.cells) {
      const std::size_t left = x_of(cell.begin), right = x_of(cell.end);
      const auto line = cell.box->is_optional ? CharGrid::Line::dashed
                        : cell.is_varying     ? CharGrid::Line::wavy
                                              : CharGrid::Line::plain;
      grid_.horizontal(y, left, right, line);
      grid_.horizontal(y + map_row_height, left, right, line);
      const auto side = [](bool is_whole) {
        return is_whole ? CharGrid::Line::plain : CharGrid::Line::dashed;
      };
      grid_.vertical(left, y, y + map_row_height, side(cell.is_begin));
      grid_.vertical(right, y, y + map_row_height, side(cell.is_end));
      label(cell, y, left + 1, right - left - 1);
    }
  }

  void label(const MapCell& cell, std::size_t y, std::size_t left, std::size_t room) {
    if (!cell.is_named) return centred(y + 2, left, room, "…");
    const Box& box = *cell.box;
    std::string name = box.name;
    if (columns_of(name) > room) {
      unnamed_.push_back(&box);
      name = "(" + std::to_string(unnamed_.size()) + ")";
    } else if (columns_of(box.type) <= room || room > 6) {
      centred(y + 1, left, room, cut_to(box.type, room));
    }
    centred(y + 2, left, room, name);
  }
  void centred(std::size_t row, std::size_t left, std::size_t room, const std::string& words) {
    const std::size_t used = columns_of(words);
    grid_.words(row, left + (room > used ? (room - used) / 2 : 0), words);
  }

  std::vector<MapRow> rows_;
  CharGrid grid_;
  std::size_t gutter_ = 4;
  std::vector<const Box*> unnamed_;
};

constexpr std::size_t layout_width = 50;  // characters between the sides

class TextLayout {
 public:
  explicit TextLayout(const FileLayout& layout) : layout_(layout), arrows_(lanes_of(layout)) {}

  std::string draw() {
    set_rows();
    for (std::size_t i = 0; i < layout_.areas.size(); ++i) draw_area(i);
    grid_.horizontal(end_, 0, layout_width + 1);
    for (const LaneArrow& arrow : arrows_) draw_arrow(arrow);
    grid_.words(end_ + 1, 2, "end of the file");
    return grid_.to_text();
  }

 private:
  // A border above each area; the end of the file is the last border.
  void set_rows() {
    std::size_t y = 0;
    for (const FileLayout::Area& area : layout_.areas) {
      for (std::size_t i = 0; i <= area.lines.size(); ++i) y_.push_back(y + 1 + i);
      y += area.lines.size() + 2;
    }
    end_ = y;
    y_.push_back(y);
  }

  void draw_area(std::size_t index) {
    const FileLayout::Area& area = layout_.areas[index];
    std::size_t row = title_rows(layout_)[index];
    const std::size_t top = y_[row] - 1, bottom = top + area.lines.size() + 2;
    grid_.horizontal(top, 0, layout_width + 1);
    grid_.vertical(0, top, bottom);
    grid_.vertical(layout_width + 1, top, bottom);
    line(y_[row], 2, area.name, area.detail.empty() ? area.where : area.detail);
    for (const FileLayout::Line& each : area.lines) line(y_[++row], 4, each.name, each.detail);
  }
  void line(std::size_t y, std::size_t left, const std::string& name, const std::string& detail) {
    const std::string shown = cut_to(name, layout_width - left);
    grid_.words(y, left, shown);
    const std::size_t used = left + columns_of(shown) + 2;
    if (used + 4 > layout_width) return;
    const std::string rest = cut_to(detail, layout_width - used);
    grid_.words(y, layout_width - columns_of(rest), rest);
  }

  void draw_arrow(const LaneArrow& arrow) {
    const std::size_t edge = layout_width + 1, x = edge + 3 + 2 * arrow.lane;
    const std::size_t from = y_[arrow.from], to = y_[arrow.to];
    grid_.horizontal(from, edge, x);
    grid_.horizontal(to, edge + 1, x);
    grid_.vertical(x, std::min(from, to), std::max(from, to));
    grid_.words(to, edge + 1, "<");
  }

  const FileLayout& layout_;
  std::vector<LaneArrow> arrows_;
  std::vector<std::size_t> y_;
  std::size_t end_ = 0;
  CharGrid grid_;
};

constexpr std::size_t hex_bytes_shown = 8;

// Paths and values of a file, which nothing may break out of.
std::string one_line(const std::string& words) {
  std::string out = html::printable(words);
  std::replace_if(
      out.begin(), out.end(), [](char ch) { return ch == '\n' || ch == '\t'; }, ' ');
  return out;
}

}  // namespace

std::string drawn(const ByteMap& map) { return TextMap(map).draw(); }

std::string drawn(const FileLayout& layout) { return TextLayout(layout).draw(); }

std::string drawn(const HexExample& hex) {
  std::size_t width = 0;
  const auto name_of = [](const HexExample::Field& field) {
    return field.group.empty() || field.group.ends_with(field.name)
               ? field.name
               : field.group + "." + field.name;
  };
  for (const HexExample::Field& field : hex.fields) width = std::max(width, name_of(field).size());
  std::string out;
  for (const HexExample::Field& field : hex.fields) {
    std::string bytes;
    const std::uint64_t shown = std::min<std::uint64_t>(field.size, hex_bytes_shown);
    for (std::uint64_t i = 0; i < shown; ++i)
      bytes += fmt::format("{}{:02x}", i > 0 ? " " : "", hex.bytes[field.offset + i]);
    if (field.size > shown) bytes += " ..";
    out +=
        fmt::format("{:04x}  {:<26}  {:<{}}", field.offset, bytes, one_line(name_of(field)), width);
    if (!field.value.empty()) out += "  " + one_line(field.value);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

}  // namespace schemac::emit::doc
