#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "emit/doc/diagrams/byte_rows.h"
#include "emit/doc/html/svg.h"
#include "emit/doc/html/svg_text.h"

namespace schemac::emit::doc {
namespace {

// Pixels. A drawing is made twice, for wide and for narrow screens; page.css shows one of them.
struct MapGeometry {
  std::string_view name;
  unsigned columns = 16;
  double column = 54, gutter = 54;
  double row = 46, ruler = 20, gap = 10;
  double name_size = 12.5, type_size = 11, least_size = 9;
};
constexpr MapGeometry wide_map = {"wide", 16, 54, 54, 50, 20, 10, 12.5, 11, 9};
constexpr MapGeometry narrow_map = {"narrow", 8, 40, 40, 46, 18, 8, 11, 10, 8};

class MapDrawing {
 public:
  MapDrawing(HtmlWriter& out, const ByteMap& map, const MapGeometry& geometry)
      : out_(out), map_(map), at_(geometry), rows_(rows_of(map, geometry.columns)) {
    for (const MapRow& row : rows_) at_.gutter = std::max(at_.gutter, width_of(row.label, 11) + 12);
  }

  /// Returns the boxes that had no room for their names, and show numbers instead.
  std::vector<const Box*> draw() {
    const double width = at_.gutter + at_.columns * at_.column + 6;
    double height = at_.ruler + 6;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      height += at_.row + (rows_[i].begins_group && i > 0 ? at_.gap : 0);
    const std::string id = map_.id + "-" + std::string(at_.name);
    out_.block("svg",
               {{"class", "bytes " + std::string(at_.name)},
                {"viewBox", "0 0 " + svg_number(width) + " " + svg_number(height)},
                {"width", svg_number(width)},
                {"height", svg_number(height)},
                {"role", "img"},
                {"aria-labelledby", id + "-title " + id + "-desc"}},
               [&] {
                 out_.element("title", {{"id", id + "-title"}}, map_.title);
                 out_.element("desc", {{"id", id + "-desc"}}, described(map_));
                 draw_ruler();
                 double y = at_.ruler;
                 for (std::size_t i = 0; i < rows_.size(); ++i) {
                   if (rows_[i].begins_group && i > 0) y += at_.gap;
                   draw_row(rows_[i], y);
                   y += at_.row;
                 }
               });
    return std::move(unnamed_);
  }

 private:
  [[nodiscard]] double x_of(unsigned column) const { return at_.gutter + column * at_.column; }

  void draw_ruler() {
    for (unsigned i = 0; i < at_.columns; ++i)
      words(x_of(i) + at_.column / 2, at_.ruler - 7, "ruler", 10, std::to_string(i));
  }

  void draw_row(const MapRow& row, double y) {
    if (!row.label.empty())
      out_.element("text",
                   {{"class", "place"},
                    {"x", svg_number(at_.gutter - 8)},
                    {"y", svg_number(y + at_.row / 2 + 4)},
                    {"font-size", "11"},
                    {"text-anchor", "end"}},
                   row.label);
    for (const MapCell& cell : row.cells) {
      // The table below has the same links for those who don't use a mouse.
      if (cell.box->link.empty()) {
        draw_cell(cell, y);
      } else {
        out_.block("a", {{"href", cell.box->link}, {"tabindex", "-1"}},
                   [&] { draw_cell(cell, y); });
      }
    }
  }

  void draw_cell(const MapCell& cell, double y) {
    const Box& box = *cell.box;
    const double x = x_of(cell.begin);
    const double width = (cell.end - cell.begin) * at_.column;
    const std::string tone = box.tone == Tone::none ? "" : " " + std::string(word(box.tone));
    const std::string optional = box.is_optional ? " optional" : "";
    if (box.is_repeated) {
      const Outline after = outline(x + 3, y + 2, width, at_.row - 2, cell);
      out_.empty("path", {{"class", "fill" + tone}, {"d", after.area}});
      out_.empty("path", {{"class", "edge" + tone + optional}, {"d", after.edges}});
    }
    const Outline front = outline(x, y, width, at_.row - (box.is_repeated ? 3 : 0), cell);
    out_.empty("path", {{"class", "fill" + tone}, {"d", front.area}});
    out_.empty("path", {{"class", "edge" + tone + optional}, {"d", front.edges}});
    if (!cell.is_named) {
      words(x + width / 2, y + at_.row / 2 + 3, "more", 11, "…");
      return;
    }
    label(box, x, y, width, cell);
  }

  struct Outline {
    std::string area, edges;
  };
  // No line where the box goes on in another row, a torn one where its size varies.
  [[nodiscard]] static Outline outline(double x, double y, double width, double height,
                                       const MapCell& cell) {
    const double right = x + width - (cell.is_varying ? 5 : 0), bottom = y + height;
    std::string side = fmt::format("V{}", svg_number(bottom));
    if (cell.is_varying) {
      side.clear();
      constexpr int teeth = 4;
      for (int i = 0; i < 2 * teeth; ++i)
        side += fmt::format("L{} {}", svg_number(right + (i % 2 == 0 ? 4 : 0)),
                            svg_number(y + height * (i + 1) / (2 * teeth)));
    }
    const auto point = [](double px, double py) {
      return fmt::format("M{} {}", svg_number(px), svg_number(py));
    };
    Outline out;
    const std::string top = point(x, y) + "H" + svg_number(right);
    const std::string left = "H" + svg_number(x);
    out.area = top + side + left + "Z";
    if (cell.is_begin && cell.is_end) {
      out.edges = out.area;
      return out;
    }
    out.edges = top + (cell.is_end ? side : point(right, bottom)) + left;
    if (cell.is_begin) out.edges += "V" + svg_number(y);
    return out;
  }

  void label(const Box& box, double x, double y, double width, const MapCell& cell) {
    const double room = width - (cell.is_varying ? 12 : 6);
    const double middle = x + (width - (cell.is_varying ? 5 : 0)) / 2;
    const auto name = fitted(box.name, room, at_.name_size, at_.least_size, 2);
    if (name.empty()) {
      unnamed_.push_back(&box);
      words(middle, y + at_.row / 2 + 4, "name", 11, "(" + std::to_string(unnamed_.size()) + ")");
      return;
    }
    std::vector<std::pair<std::string, FittedLine>> lines;
    if (!box.type.empty() && (name.size() < 2)) {
      const std::string type = cut(box.type, room, at_.type_size);
      if (type == box.type || type.size() > 6) lines.push_back({"type", {type, at_.type_size}});
    }
    for (const FittedLine& line : name) lines.push_back({"name", line});
    std::string extent = cell.is_folded ? counted(*box.size, "byte") : box.extent;
    if (!extent.empty() && lines.size() < 3) {
      extent = cut(extent, room, at_.type_size - 1);
      if (extent.size() > 6) lines.push_back({"extent", {extent, at_.type_size - 1}});
    }
    const double pitch = 14;
    const double first = y + at_.row / 2 - pitch * static_cast<double>(lines.size() - 1) / 2 + 4 -
                         (box.is_repeated ? 1.5 : 0);
    for (std::size_t i = 0; i < lines.size(); ++i)
      words(middle, first + pitch * static_cast<double>(i), lines[i].first, lines[i].second.size,
            lines[i].second.words);
  }

  void words(double x, double y, const std::string& kind, double size, const std::string& what) {
    out_.element("text",
                 {{"class", kind},
                  {"x", svg_number(x)},
                  {"y", svg_number(y)},
                  {"font-size", svg_number(size)},
                  {"text-anchor", "middle"}},
                 what);
  }

  HtmlWriter& out_;
  const ByteMap& map_;
  MapGeometry at_;
  std::vector<MapRow> rows_;
  std::vector<const Box*> unnamed_;
};

// What the colours stand for, as far as they occur.
void emit_legend(HtmlWriter& out, const ByteMap& map) {
  std::set<Tone> tones;
  for (const ByteMap::Group& group : map.groups)
    for (const Box& box : group.boxes)
      if (box.tone != Tone::none) tones.insert(box.tone);
  out.element("span", {{"class", "legend"}}, [&] {
    for (const Tone tone : tones)
      out.element("span", {{"class", "badge " + std::string(word(tone))}}, word(tone));
  });
}

void emit_unnamed(HtmlWriter& out, const std::vector<const Box*>& boxes, std::string_view which) {
  if (boxes.empty()) return;
  out.block("ol", {{"class", "unnamed " + std::string(which)}}, [&] {
    for (const Box* box : boxes)
      out.element("li", {}, [&] {
        out.element("code", {}, box->name);
        out.text(", " + box->type);
      });
  });
}

}  // namespace

void emit_svg(HtmlWriter& out, const ByteMap& map) {
  out.block("figure", {{"class", "bytes"}}, [&] {
    for (const MapGeometry* geometry : {&wide_map, &narrow_map})
      emit_unnamed(out, MapDrawing(out, map, *geometry).draw(), geometry->name);
    out.block("figcaption", {}, [&] {
      out.text(map.title + " ");
      emit_legend(out, map);
    });
  });
}

}  // namespace schemac::emit::doc
