#include "emit/doc/markdown/char_grid.h"

#include <array>

#include "html/escape.h"

namespace schemac::emit::doc {
namespace {

constexpr std::uint8_t up = 1, down = 2, left_way = 4, right_way = 8;

// By the ways in which a line leaves a cell.
constexpr std::array<std::string_view, 16> joints = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                                     "─", "└", "┌", "├", "─", "┴", "┬", "┼"};

// The character that begins at `at`: its bytes.
std::string_view character_at(std::string_view words, std::size_t at) {
  std::size_t end = at + 1;
  while (end < words.size() && (static_cast<unsigned char>(words[end]) & 0xc0U) == 0x80U) ++end;
  return words.substr(at, end - at);
}

}  // namespace

CharGrid::Cell& CharGrid::at(std::size_t row, std::size_t column) {
  if (rows_.size() <= row) rows_.resize(row + 1);
  if (rows_[row].size() <= column) rows_[row].resize(column + 1);
  return rows_[row][column];
}

void CharGrid::horizontal(std::size_t row, std::size_t left, std::size_t right, Line line) {
  for (std::size_t column = left; column <= right; ++column) {
    Cell& cell = at(row, column);
    if (column > left) cell.ways |= left_way;
    if (column < right) cell.ways |= right_way;
    if (line != Line::plain) cell.line = line;
  }
}

void CharGrid::vertical(std::size_t column, std::size_t top, std::size_t bottom, Line line) {
  for (std::size_t row = top; row <= bottom; ++row) {
    Cell& cell = at(row, column);
    if (row > top) cell.ways |= up;
    if (row < bottom) cell.ways |= down;
    if (line != Line::plain) cell.line = line;
  }
}

void CharGrid::words(std::size_t row, std::size_t column, std::string_view what) {
  const std::string printable = html::printable(what);
  for (std::size_t i = 0; i < printable.size();) {
    const std::string_view sign = character_at(printable, i);
    at(row, column++).sign = sign == "\n" || sign == "\t" ? std::string(" ") : std::string(sign);
    i += sign.size();
  }
}

std::string CharGrid::to_text() const {
  std::string out;
  for (const std::vector<Cell>& row : rows_) {
    std::string line;
    for (const Cell& cell : row) {
      const bool is_level = cell.ways == (left_way | right_way);
      const bool is_upright = cell.ways == (up | down);
      if (!cell.sign.empty())
        line += cell.sign;
      else if (is_level && cell.line == Line::wavy)
        line += '~';
      else if (is_level && cell.line == Line::dashed)
        line += "╌";
      else if (is_upright && cell.line == Line::dashed)
        line += "╎";
      else
        line += joints[cell.ways];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::size_t columns_of(std::string_view words) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); i += character_at(words, i).size()) ++count;
  return count;
}

std::string cut_to(std::string_view words, std::size_t columns) {
  if (columns_of(words) <= columns) return std::string(words);
  std::string out;
  for (std::size_t i = 0, used = 1; used < columns; ++used) {
    const std::string_view sign = character_at(words, i);
    out += sign;
    i += sign.size();
  }
  return columns == 0 ? out : out + "…";
}

}  // namespace schemac::emit::doc
