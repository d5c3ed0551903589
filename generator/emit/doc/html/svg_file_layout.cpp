#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "emit/doc/diagrams/lanes.h"
#include "emit/doc/html/svg.h"
#include "emit/doc/html/svg_text.h"

namespace schemac::emit::doc {
namespace {

// Pixels.
constexpr double least_box_width = 290, most_box_width = 420, title_height = 28, line_height = 21,
                 area_end = 7;
constexpr double lane_width = 12, first_lane = 14, margin = 2, end_height = 26;

class LayoutDrawing {
 public:
  LayoutDrawing(HtmlWriter& out, const FileLayout& layout)
      : out_(out), layout_(layout), arrows_(lanes_of(layout)), box_width_(box_width()) {}

  void draw() {
    set_rows();
    const double width = margin + box_width_ + first_lane +
                         lane_width * static_cast<double>(lane_count(arrows_)) + 6;
    out_.block("svg",
               {{"class", "layout"},
                {"viewBox", "0 0 " + svg_number(width) + " " + svg_number(height_)},
                {"width", svg_number(width)},
                {"height", svg_number(height_)},
                {"role", "img"},
                {"aria-labelledby", layout_.id + "-title " + layout_.id + "-desc"}},
               [&] {
                 out_.element("title", {{"id", layout_.id + "-title"}}, layout_.title);
                 out_.element("desc", {{"id", layout_.id + "-desc"}}, described(layout_));
                 for (std::size_t i = 0; i < layout_.areas.size(); ++i) draw_area(i);
                 draw_end();
                 for (std::size_t i = 0; i < arrows_.size(); ++i) draw_arrow(arrows_[i], i);
               });
  }

 private:
  // Wide enough for names beside what they are, within reason.
  [[nodiscard]] double box_width() const {
    double widest = least_box_width;
    for (const FileLayout::Area& area : layout_.areas) {
      const std::string& note = area.detail.empty() ? area.where : area.detail;
      widest = std::max(widest, width_of(area.name, 13) + width_of(note, 11) + 32);
      for (const FileLayout::Line& line : area.lines)
        widest = std::max(widest, width_of(line.name, 11.5) + width_of(line.detail, 10.5) + 34);
    }
    return std::min(std::ceil(widest), most_box_width);
  }

  // The middle of each row, in the numbering of the lanes.
  void set_rows() {
    double y = margin;
    for (const FileLayout::Area& area : layout_.areas) {
      tops_.push_back(y);
      rows_.push_back(y + title_height / 2);
      y += title_height;
      for (std::size_t i = 0; i < area.lines.size(); ++i) {
        rows_.push_back(y + line_height / 2 - 1);
        y += line_height;
      }
      y += area.lines.empty() ? 0 : area_end;
    }
    tops_.push_back(y);
    rows_.push_back(y + 1);
    height_ = y + end_height;
  }

  void draw_area(std::size_t index) {
    const FileLayout::Area& area = layout_.areas[index];
    const double top = tops_[index], height = tops_[index + 1] - top;
    out_.block("g", {{"class", area.is_variable ? "part varying" : "part"}}, [&] {
      rectangle("frame", margin, top, box_width_, height);
      rectangle("head", margin, top, box_width_, title_height);
      linked(area.link, [&] {
        words("title", margin + 10, rows_[title_rows(layout_)[index]] + 4.5, 13, area.name, "start",
              box_width_ - 120);
      });
      const std::string note = area.detail.empty() ? area.where : area.detail;
      words("place", margin + box_width_ - 10, rows_[title_rows(layout_)[index]] + 4, 11, note,
            "end", box_width_ - 30 - width_of(area.name, 13));
      std::size_t row = title_rows(layout_)[index];
      for (const FileLayout::Line& line : area.lines) draw_line(line, ++row);
    });
  }

  void draw_line(const FileLayout::Line& line, std::size_t row) {
    const double y = rows_[row] + 4;
    linked(line.link, [&] {
      words("name", margin + 10, y, 11.5, line.name, "start", box_width_ - 20);
      const double left = box_width_ - 32 - width_of(line.name, 11.5);
      if (left > 30) words("type", margin + box_width_ - 10, y, 10.5, line.detail, "end", left);
    });
  }

  void draw_end() {
    words("place", margin + 10, tops_.back() + 17, 11, "end of the file", "start", box_width_);
  }

  void draw_arrow(const LaneArrow& arrow, std::size_t number) {
    const double edge = margin + box_width_;
    const double x = edge + first_lane + lane_width * static_cast<double>(arrow.lane);
    const double from = rows_[arrow.from], to = rows_[arrow.to];
    const double turn = from < to ? 5 : -5;
    out_.empty("path", {{"class", "arrow tone-" + std::to_string(number % 6 + 1)},
                        {"d", fmt::format("M{} {}H{}q5 0 5 {}V{}q0 {} -5 {}H{}", svg_number(edge),
                                          svg_number(from), svg_number(x - 5), svg_number(turn),
                                          svg_number(to - turn), svg_number(turn), svg_number(turn),
                                          svg_number(edge + 7))}});
    out_.empty("path",
               {{"class", "tip tone-" + std::to_string(number % 6 + 1)},
                {"d", fmt::format("M{} {}l8 -4v8Z", svg_number(edge + 1), svg_number(to))}});
    out_.empty("circle", {{"class", "tip tone-" + std::to_string(number % 6 + 1)},
                          {"cx", svg_number(edge)},
                          {"cy", svg_number(from)},
                          {"r", "2.5"}});
  }

  void linked(const std::string& target, const HtmlWriter::Content& content) {
    if (target.empty())
      content();
    else
      out_.element("a", {{"href", target}, {"tabindex", "-1"}}, content);
  }
  void rectangle(const char* kind, double x, double y, double width, double height) {
    out_.empty("rect", {{"class", kind},
                        {"x", svg_number(x)},
                        {"y", svg_number(y)},
                        {"width", svg_number(width)},
                        {"height", svg_number(height)}});
  }
  void words(const char* kind, double x, double y, double size, const std::string& what,
             const char* anchor, double room) {
    if (what.empty()) return;
    out_.element("text",
                 {{"class", kind},
                  {"x", svg_number(x)},
                  {"y", svg_number(y)},
                  {"font-size", svg_number(size)},
                  {"text-anchor", anchor}},
                 cut(what, room, size));
  }

  HtmlWriter& out_;
  const FileLayout& layout_;
  std::vector<LaneArrow> arrows_;
  double box_width_;
  std::vector<double> tops_, rows_;
  double height_ = 0;
};

}  // namespace

void emit_svg(HtmlWriter& out, const FileLayout& layout) {
  out.block("figure", {{"class", "layout"}}, [&] {
    LayoutDrawing(out, layout).draw();
    out.block("figcaption", {}, layout.title);
  });
}

}  // namespace schemac::emit::doc
