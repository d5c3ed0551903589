#include "emit/doc/diagrams/lanes.h"

#include <algorithm>
#include <numeric>

namespace schemac::emit::doc {

std::vector<std::size_t> title_rows(const FileLayout& layout) {
  std::vector<std::size_t> rows;
  std::size_t next = 0;
  for (const FileLayout::Area& area : layout.areas) {
    rows.push_back(next);
    next += 1 + area.lines.size();
  }
  rows.push_back(next);  // the end of the file
  return rows;
}

std::vector<LaneArrow> lanes_of(const FileLayout& layout) {
  const std::vector<std::size_t> titles = title_rows(layout);
  std::vector<LaneArrow> arrows;
  for (const FileLayout::Arrow& arrow : layout.arrows)
    arrows.push_back({titles[arrow.from_area] + 1 + arrow.from_line,
                      titles[arrow.to_area] + (arrow.to_line ? 1 + *arrow.to_line : 0), 0});
  // Short ones near the drawing, so that few cross.
  std::vector<std::size_t> order(arrows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto ends = [&](std::size_t i) { return std::minmax(arrows[i].from, arrows[i].to); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return ends(x).second - ends(x).first < ends(y).second - ends(y).first;
  });
  std::vector<std::size_t> placed;
  for (const std::size_t i : order) {
    for (bool is_free = false; !is_free;) {
      is_free = std::none_of(placed.begin(), placed.end(), [&](std::size_t other) {
        return arrows[other].lane == arrows[i].lane && ends(other).first <= ends(i).second &&
               ends(i).first <= ends(other).second;
      });
      if (!is_free) ++arrows[i].lane;
    }
    placed.push_back(i);
  }
  return arrows;
}

std::size_t lane_count(const std::vector<LaneArrow>& arrows) {
  std::size_t count = 0;
  for (const LaneArrow& arrow : arrows) count = std::max(count, arrow.lane + 1);
  return count;
}

std::string described(const FileLayout& layout) {
  std::string out;
  for (const FileLayout::Area& area : layout.areas) {
    out += area.name;
    if (!area.where.empty()) out += " (" + area.where + ")";
    std::string lines;
    for (const FileLayout::Line& line : area.lines)
      lines += (lines.empty() ? ": " : ", ") + line.name;
    out += lines + ". ";
  }
  for (const FileLayout::Arrow& arrow : layout.arrows) {
    const FileLayout::Area& from = layout.areas[arrow.from_area];
    out += from.lines[arrow.from_line].name + " points at ";
    if (arrow.to_area == layout.areas.size())
      out += "the end of the file";
    else if (arrow.to_line)
      out += layout.areas[arrow.to_area].lines[*arrow.to_line].name;
    else
      out += "the start of " + layout.areas[arrow.to_area].name;
    out += ". ";
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace schemac::emit::doc
