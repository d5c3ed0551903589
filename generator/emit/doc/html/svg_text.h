// Words inside of shapes: how wide they are, and how they fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemac::emit::doc {

/// A number of an attribute: "12", "12.5".
[[nodiscard]] std::string svg_number(double value);

struct FittedLine {
  std::string words;
  double size = 12;  ///< of the type, in pixels
};

/// `words` in a width of pixels: smaller if need be, in two lines if `lines` allows it. Empty if
/// they don't fit at all.
[[nodiscard]] std::vector<FittedLine> fitted(const std::string& words, double width, double size,
                                             double least_size, int lines);
/// As many characters as fit, with an ellipsis for the others.
[[nodiscard]] std::string cut(const std::string& words, double width, double size);
/// Pixels that words of fixed pitch take.
[[nodiscard]] double width_of(std::string_view words, double size);

}  // namespace schemac::emit::doc
