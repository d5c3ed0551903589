// The parts of one file that a pattern asks for: its keys and indices from the end are looked up.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "direct/path/pattern.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"

namespace schemac::direct {

class Selection {
 public:
  /// Everything.
  Selection() { start_.is_asked = true; }
  /// What one of them asks for; they have no open steps.
  explicit Selection(const std::vector<Pattern>& patterns);

  [[nodiscard]] bool is_everything() const { return start_.is_asked; }
  /// Nothing has such a key.
  [[nodiscard]] bool is_nothing() const { return !start_.is_asked && start_.leads_nowhere(); }
  [[nodiscard]] Match match(std::string_view path) const;
  /// Whether `path` is asked for, or a part of something that is.
  [[nodiscard]] bool holds(std::string_view path) const { return match(path) == Match::holds; }
  /// Likewise, or it holds something that is.
  [[nodiscard]] bool meets(std::string_view path) const { return match(path) != Match::none; }

 private:
  /// Patterns as a tree: a key may stand for an element in each of a million lists.
  struct Branch;
  struct Node {
    bool is_asked = false;
    std::map<std::string, Node, std::less<>> exact;  ///< by name, or by index: "[3]"
    std::vector<Branch> others;

    [[nodiscard]] bool leads_nowhere() const { return exact.empty() && others.empty(); }
  };
  struct Branch {
    Step step;
    Node after;
  };
  void add(const Pattern& pattern);

  Node start_;
};

/// Walks through `bytes` once if the pattern has open steps. Of a broken file: as far as it can be
/// read.
[[nodiscard]] Selection select_parts(const Pattern& pattern, const plan::Plan& plan,
                                     const plan::Root& root, Bytes bytes,
                                     const Limits& limits = {});

/// Keys where the pattern has one that `select_parts` doesn't find, for "did you mean".
[[nodiscard]] std::vector<std::string> keys_near(const Pattern& pattern, const plan::Plan& plan,
                                                 const plan::Root& root, Bytes bytes);

}  // namespace schemac::direct
