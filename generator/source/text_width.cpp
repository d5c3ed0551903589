#include "source/text_width.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace schemac::source {
namespace {

struct Block {
  std::uint32_t first, last;
};
// Unicode's East Asian Width W and F, in blocks.
constexpr std::array<Block, 9> wide = {{{0x1100, 0x115f},
                                        {0x2e80, 0xa4cf},
                                        {0xac00, 0xd7a3},
                                        {0xf900, 0xfaff},
                                        {0xfe30, 0xfe6f},
                                        {0xff00, 0xff60},
                                        {0xffe0, 0xffe6},
                                        {0x1f300, 0x1faff},
                                        {0x20000, 0x3fffd}}};
// Marks on the character before, and characters without a look.
constexpr std::array<Block, 4> without = {
    {{0x0300, 0x036f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};

template <std::size_t N>
bool is_in(std::uint32_t code, const std::array<Block, N>& blocks) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [&](const Block& block) { return block.first <= code && code <= block.last; });
}

// The columns of the character at `at`, which moves after it.
std::size_t take_character(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  std::uint32_t code = first < 0xc0 ? first : first < 0xe0 ? first & 0x1fu : first & 0x0fu;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80)
    code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3fu);
  return is_in(code, without) ? 0 : is_in(code, wide) ? 2 : 1;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) width += take_character(text, at);
  return width;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  constexpr std::string_view dots = "...";
  const std::size_t room = width - std::min(width, dots.size());
  std::size_t used = 0, end = 0;
  for (std::size_t at = 0; at < text.size();) {
    used += take_character(text, at);
    if (used > room) break;
    end = at;
  }
  return std::string(text.substr(0, end)) + std::string(dots.substr(0, width));
}

std::string padded(std::string_view text, std::size_t width, Side side) {
  const std::string blanks(width - std::min(width, width_of(text)), ' ');
  return side == Side::left ? std::string(text) + blanks : blanks + std::string(text);
}

}  // namespace schemac::source
