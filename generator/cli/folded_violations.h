// If a file breaks one rule in each of its records, a few of these violations are printed, and how
// many there are: whoever reads the list in a terminal looks for the kinds of what is wrong.
// Violations are of one kind if they have the same class and level, and the same path but for
// numbers of elements.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "schemac/core/violation.h"

namespace schemac::cli {

class FoldedViolations {
 public:
  /// Shows at most so many of a kind; 0: all.
  explicit FoldedViolations(std::uint64_t most) : most_(most) {}

  /// Whether this one is shown; else it is counted. `file` is that of a directory.
  [[nodiscard]] bool shows(const Violation& violation, const std::string& file = {});
  /// A line for each kind of which some weren't shown, in the order in which they were met.
  void print_rest(std::ostream& out) const;

 private:
  struct Kind {
    std::string words;  ///< "items[].name [bad-value]"
    std::uint64_t count = 0;
  };

  std::uint64_t most_;
  std::vector<Kind> kinds_;
  std::map<std::string, std::size_t> known_;
};

}  // namespace schemac::cli
