// Which elements of lists have rows of their own: the first ones, and the last one. Those between
// become one row for each stretch of bytes.
//
// A table of a million records explains itself by a few of them, and a row costs a hundred times
// the bytes that it explains. So it is decided before an element is walked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/explain/folding.h"
#include "direct/text/row.h"

namespace schemac::direct {

class ListFolder {
 public:
  explicit ListFolder(const Folding& folding) : folding_(folding) {}

  void begin_list(std::string path);
  void end_list();
  /// Whether element `index` of the innermost list has rows, wherever that list ends.
  [[nodiscard]] bool keeps(std::uint64_t index) const;
  /// The element at hand has rows.
  void keep();
  /// The element at hand has none; what it explains follows.
  void fold(std::uint64_t index);
  /// Bytes of the element folded last.
  void add(std::uint64_t begin, std::uint64_t end);
  /// After the last list: adds the rows that stand for elements.
  void finish(std::vector<Row>& rows);

 private:
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
  };
  struct OpenList {
    std::string path;
    std::uint64_t kept_elements = 0;  ///< the first ones
    bool holds_asked = false;         ///< some of what `Folding::asked` has
    bool has_folded = false;
    std::uint64_t first = 0, last = 0;  ///< elements folded since the last one that is kept
    std::vector<Stretch> stretches;     ///< what these explain
  };
  /// Elements of a list, in one stretch of bytes.
  struct Folded {
    Stretch bytes;
    std::size_t run = 0;  ///< which elements: an index into `runs_`
  };
  struct Run {
    std::string path;
    std::uint64_t first = 0, last = 0;
  };

  const Folding& folding_;
  std::vector<OpenList> lists_;  // those being walked whose elements may have rows
  std::vector<Folded> folded_;
  std::vector<Run> runs_;
};

}  // namespace schemac::direct
