// Takes pieces apart for the search, and measures them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "emit/format/search.h"
#include "emit/format/token.h"

namespace schemac::emit::format {

/// A line and what the search for its breaks needs; one for each depth of lambdas in lambdas, whose
/// memory is used again for the next line.
struct Room {
  Line line;
  Search search;
  std::vector<Indents::Break> breaks;
};

class Analysis {
 public:
  [[nodiscard]] Room& room(std::size_t depth);

  /// The piece in the line of its room, with `more` after it: `}` of an empty block.
  Line& analyze(const Piece& piece, std::string_view more, std::size_t depth);

  /// The columns that a piece takes in one line; more than there are if it can't be in one.
  [[nodiscard]] std::uint32_t width(const Piece& piece, std::size_t depth);

 private:
  void measure(Block& block, std::size_t depth);

  std::vector<std::unique_ptr<Room>> rooms_;
};

}  // namespace schemac::emit::format
