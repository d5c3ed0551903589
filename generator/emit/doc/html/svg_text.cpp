#include "emit/doc/html/svg_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace schemac::emit::doc {
namespace {

constexpr double pitch = 0.605;  // of all common faces of fixed pitch, in their size

// Characters, not bytes.
std::size_t characters_in(std::string_view words) {
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](char ch) {
    return (static_cast<unsigned char>(ch) & 0xc0U) != 0x80U;
  }));
}

// After the separator that is nearest to the middle.
std::size_t split_point(const std::string& words) {
  std::size_t best = 0;
  const auto distance = [&](std::size_t at) {
    const std::size_t middle = words.size() / 2;
    return at > middle ? at - middle : middle - at;
  };
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const bool is_separator =
        words[i] == '_' || words[i] == '.' || words[i] == ' ' || words[i] == '-';
    if (is_separator && (best == 0 || distance(i + 1) < distance(best))) best = i + 1;
  }
  return best;
}

}  // namespace

std::string svg_number(double value) {
  const double rounded = std::round(value * 10) / 10;
  return fmt::format("{:g}", rounded == 0 ? 0.0 : rounded);
}

double width_of(std::string_view words, double size) {
  return static_cast<double>(characters_in(words)) * size * pitch;
}

std::vector<FittedLine> fitted(const std::string& words, double width, double size,
                               double least_size, int lines) {
  const auto sizes_from = [&](double largest) {  // down in steps of a half
    std::vector<double> sizes;
    const int steps = static_cast<int>((largest - least_size) * 2);
    for (int i = 0; i <= steps; ++i) sizes.push_back(largest - i * 0.5);
    return sizes;
  };
  for (const double each : sizes_from(size))
    if (width_of(words, each) <= width) return {{words, each}};
  const std::size_t split = lines > 1 ? split_point(words) : 0;
  if (split == 0) return {};
  const std::string first = words.substr(0, split), second = words.substr(split);
  for (const double each : sizes_from(size - 1))
    if (width_of(first, each) <= width && width_of(second, each) <= width)
      return {{first, each}, {second, each}};
  return {};
}

std::string cut(const std::string& words, double width, double size) {
  if (width_of(words, size) <= width) return words;
  std::string out;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t next = i + 1;
    while (next < words.size() && (static_cast<unsigned char>(words[next]) & 0xc0U) == 0x80U)
      ++next;
    if (width_of(out, size) + 2 * size * pitch > width) break;
    out += words.substr(i, next - i);
    i = next;
  }
  while (out.ends_with(' ')) out.pop_back();
  return out + "…";
}

}  // namespace schemac::emit::doc
