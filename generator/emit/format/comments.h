// Comments: those that are too long are wrapped, and those after neighbouring lines of code are
// in one column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schemac::emit::format {

/// Appends neighbouring lines of comments, which may be one comment. After one that is too long,
/// the next one goes on in the same line.
void put_comments(std::string& out, std::uint32_t indent,
                  const std::vector<std::string_view>& comments);

/// Comments after code, which wait for the next line without one.
class TrailingComments {
 public:
  explicit TrailingComments(std::string& out) : out_(out) {}

  /// `code` is where the line begins that `out` ends with, without a line break.
  void add(std::size_t code, std::string_view comment) { waiting_.push_back({code, comment}); }
  /// Puts those that wait in one column; above their lines where they don't fit.
  void align();

 private:
  struct Waiting {
    std::size_t code = 0;
    std::string_view comment;
  };
  std::string& out_;
  std::vector<Waiting> waiting_;
};

}  // namespace schemac::emit::format
