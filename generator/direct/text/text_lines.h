// Offsets of lines and columns in a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace schemac::direct {

/// Lines and columns as libprotobuf counts them, both from 0; a tab goes to the next multiple of 8.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : size_(text.size()) {
    lines_.push_back(0);
    runs_.push_back({});
    int column = 0;
    for (std::uint64_t i = 0; i < text.size(); ++i) {
      const bool is_end = text[i] == '\n';
      column = is_end ? 0 : text[i] == '\t' ? (column / 8 + 1) * 8 : column + 1;
      if (is_end) lines_.push_back(runs_.size());
      if (is_end || text[i] == '\t') runs_.push_back({i + 1, column});
    }
  }
  /// Where the character at that place begins; after the end of a line, where that ends. One
  /// comparison for each bit of the number of tabs in the line, however long it is.
  [[nodiscard]] std::uint64_t offset(int line, int column) const {
    if (line < 0) return 0;
    const auto index = static_cast<std::size_t>(line);
    if (index >= lines_.size()) return size_;
    const auto at = [&](std::size_t run) {
      return runs_.begin() + static_cast<std::ptrdiff_t>(run);
    };
    const auto after = index + 1 < lines_.size() ? at(lines_[index + 1]) : runs_.end();
    const auto next = std::upper_bound(at(lines_[index]) + 1, after, column,
                                       [](int c, const Run& run) { return c < run.column; });
    const Run& run = next[-1];
    const std::uint64_t end = next == runs_.end() ? size_ : next->begin - (next == after ? 1 : 0);
    return std::min(run.begin + static_cast<std::uint64_t>(std::max(column - run.column, 0)), end);
  }

 private:
  /// Characters up to the next tab or line.
  struct Run {
    std::uint64_t begin = 0;
    int column = 0;
  };

  std::uint64_t size_;
  std::vector<Run> runs_;
  std::vector<std::size_t> lines_;  ///< the first run of each
};

}  // namespace schemac::direct
