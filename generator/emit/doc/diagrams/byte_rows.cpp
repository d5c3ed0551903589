#include "emit/doc/diagrams/byte_rows.h"

#include <algorithm>
#include <span>
#include <utility>

namespace schemac::emit::doc {
namespace {

constexpr unsigned most_rows = 4;        // a larger box is folded into one
constexpr unsigned varying_columns = 4;  // that something of no fixed size takes at least

std::string label_of(const std::string& base, std::uint64_t distance) {
  if (base.empty()) return std::to_string(distance);
  return distance == 0 ? base : base + " + " + std::to_string(distance);
}

class RowMaker {
 public:
  explicit RowMaker(unsigned columns) : columns_(columns) {}

  std::vector<MapRow> make(const ByteMap& map) {
    for (const ByteMap::Group& group : map.groups) add(group);
    return std::move(rows_);
  }

 private:
  void add(const ByteMap::Group& group) {
    base_ = group.base;
    at_ = group.begin;
    is_known_ = true;
    new_row();
    rows_.back().begins_group = true;
    const std::span<const Box> boxes = group.boxes;
    const auto varies = [](const Box& box) { return box.varies(); };
    const auto fixed =
        static_cast<std::size_t>(std::find_if(boxes.begin(), boxes.end(), varies) - boxes.begin());
    for (const Box& box : boxes.first(fixed)) add_fixed(box);
    add_tail(boxes.subspan(fixed));
    if (rows_.back().cells.empty()) rows_.pop_back();
  }

  void new_row() {
    rows_.push_back({is_known_ ? label_of(base_, at_) : "", {}, false});
    column_ = 0;
  }

  void add_fixed(const Box& box) {
    const std::uint64_t size = *box.size;
    if (size == 0) return;
    if (size > std::uint64_t{columns_} * most_rows) return add_folded(box);
    std::vector<std::pair<std::size_t, std::size_t>> pieces;  // row and cell
    for (std::uint64_t done = 0; done < size;) {
      if (column_ == columns_) new_row();
      const auto width =
          static_cast<unsigned>(std::min<std::uint64_t>(size - done, columns_ - column_));
      MapCell cell{&box,  column_, column_ + width, done == 0, done + width == size, false,
                   false, false};
      rows_.back().cells.push_back(cell);
      pieces.emplace_back(rows_.size() - 1, rows_.back().cells.size() - 1);
      column_ += width;
      at_ += width;
      done += width;
    }
    const auto width = [&](const auto& piece) {
      const MapCell& cell = rows_[piece.first].cells[piece.second];
      return cell.end - cell.begin;
    };
    const auto widest =
        std::max_element(pieces.begin(), pieces.end(),
                         [&](const auto& x, const auto& y) { return width(x) < width(y); });
    rows_[widest->first].cells[widest->second].is_named = true;
  }
  void add_folded(const Box& box) {
    if (column_ > 0) new_row();
    rows_.back().cells.push_back({&box, 0, columns_, true, true, true, false, true});
    at_ += *box.size;
    column_ = columns_;
  }

  // What begins with something that varies shares one row.
  void add_tail(std::span<const Box> tail) {
    if (tail.empty()) return;
    const auto least = [&](const Box& box) {
      return box.size ? static_cast<unsigned>(std::clamp<std::uint64_t>(*box.size, 1, columns_ / 2))
                      : varying_columns;
    };
    unsigned needed = 0, varying = 0;
    for (const Box& box : tail) {
      needed += least(box);
      varying += box.size || box.is_short ? 0 : 1;
    }
    if (columns_ - column_ < needed && column_ > 0) new_row();
    unsigned spare = columns_ - column_ > needed ? columns_ - column_ - needed : 0;
    for (const Box& box : tail) {
      unsigned width = least(box);
      if (!box.size && !box.is_short) {
        // The first one is what matters; padding after it is an afterthought.
        const unsigned more = varying > 1 ? (spare * 3 + 3) / 4 : spare;
        width += more;
        spare -= more;
        --varying;
      }
      if (column_ + width > columns_) {
        is_known_ = false;
        new_row();
      }
      rows_.back().cells.push_back(
          {&box, column_, column_ + width, true, true, true, !box.size, false});
      column_ += width;
    }
  }

  unsigned columns_;
  std::vector<MapRow> rows_;
  std::string base_;
  std::uint64_t at_ = 0;
  unsigned column_ = 0;
  bool is_known_ = true;
};

}  // namespace

std::vector<MapRow> rows_of(const ByteMap& map, unsigned columns) {
  return RowMaker(columns).make(map);
}

std::string described(const ByteMap& map) {
  std::string out;
  for (const ByteMap::Group& group : map.groups) {
    std::uint64_t at = group.begin;
    bool is_known = true;
    for (const Box& box : group.boxes) {
      if (!out.empty()) out += "; ";
      if (is_known) out += "at " + label_of(group.base, at) + " ";
      out += box.name + ", " + box.type;
      if (box.size) out += ", " + counted(*box.size, "byte");
      if (!box.extent.empty()) out += ", " + box.extent;
      is_known = is_known && !box.varies();
      at += box.size.value_or(0);
    }
  }
  return out + ".";
}

}  // namespace schemac::emit::doc
