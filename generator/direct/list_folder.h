// Keeps rows of the first elements of each list and of its last one; those between become one row
// for each stretch of bytes.
//
// A table of a million records explains itself by a few of them, and a row costs a hundred times
// the bytes that it explains.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "direct/explain.h"

namespace schemac::direct {

class ListFolder {
 public:
  /// Paths of rows, with what they point at.
  using Targets = std::vector<std::pair<std::string, Target>>;

  ListFolder(const Folding& folding, std::vector<Row>& rows, Targets& targets)
      : folding_(folding), rows_(rows), targets_(targets) {}

  void begin_list(std::string path) { lists_.emplace_back(std::move(path)); }
  void end_list();
  /// A row or target of that path is about to be added.
  void before(const std::string& path);
  /// After the last one: adds the rows that stand for elements.
  void finish();

 private:
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
  };
  struct OpenList {
    explicit OpenList(std::string own_path) : path(std::move(own_path)) {}

    std::string path;
    std::optional<std::uint64_t> current;  ///< element of the rows from `tail` on: maybe the last
    std::size_t tail = 0, target_tail = 0, folded_tail = 0;  ///< where they begin
    std::uint64_t first = 0, last = 0;                       ///< elements whose rows are gone
    std::vector<Stretch> gone;                               ///< what these explained
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

  [[nodiscard]] bool is_kept(std::string_view path, std::uint64_t index,
                             std::string_view element) const;
  static void add(std::vector<Stretch>& gone, const Stretch& stretch);
  void drop_tail(OpenList& list);
  void fold(OpenList& list);

  const Folding& folding_;
  std::vector<Row>& rows_;
  Targets& targets_;
  std::vector<OpenList> lists_;  // those being walked, the innermost last
  std::vector<Folded> folded_;
  std::vector<Run> runs_;
};

}  // namespace schemac::direct
