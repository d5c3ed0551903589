// Drawings made of characters: lines that join where they meet, and words between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schemac::emit::doc {

class CharGrid {
 public:
  enum class Line : std::uint8_t { plain, wavy, dashed };

  /// From column `left` to column `right`, both included.
  void horizontal(std::size_t row, std::size_t left, std::size_t right, Line line = Line::plain);
  void vertical(std::size_t column, std::size_t top, std::size_t bottom, Line line = Line::plain);
  /// Words in place of whatever is there; control characters become U+FFFD, line feeds
  /// spaces.
  void words(std::size_t row, std::size_t column, std::string_view what);

  /// Rows without trailing spaces, each ended by a line feed.
  [[nodiscard]] std::string to_text() const;

 private:
  struct Cell {
    std::uint8_t ways = 0;  // up 1, down 2, left 4, right 8
    Line line = Line::plain;
    std::string sign;  // in place of a line
  };

  Cell& at(std::size_t row, std::size_t column);

  std::vector<std::vector<Cell>> rows_;
};

/// Characters that words take in a drawing.
[[nodiscard]] std::size_t columns_of(std::string_view words);
/// As many characters as fit, the last one an ellipsis if some don't.
[[nodiscard]] std::string cut_to(std::string_view words, std::size_t columns);

}  // namespace schemac::emit::doc
