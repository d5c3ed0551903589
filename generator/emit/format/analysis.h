// Takes pieces apart for the search, each at most once, and measures them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "emit/format/token.h"

namespace schemac::emit::format {

class Analysis {
 public:
  /// The line that a piece is.
  Line& line(Body& body, std::size_t i, std::size_t depth);
  /// The same with `more` after it: the end of an empty block.
  Line& line(Body& body, std::size_t i, std::string_view more, std::size_t depth);

  /// The columns that a piece takes in one line; more than there are if it can't be in one.
  [[nodiscard]] std::uint32_t width(Body& body, std::size_t i, std::size_t depth);

  /// Takes a line back that isn't needed again.
  void drop(Body& body, std::size_t i);

 private:
  void analyze(const Piece& piece, Line& line, std::size_t depth);
  void measure(Block& block, std::size_t depth);

  std::vector<std::unique_ptr<Line>> unused_;
};

}  // namespace schemac::emit::format
