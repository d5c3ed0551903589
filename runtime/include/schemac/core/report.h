// All violations of one file, in order of offset.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "schemac/core/violation.h"

namespace schemac {

class Report {
 public:
  /// True if nothing of level `error` or `rule` was found, kept or not; remarks don't count.
  [[nodiscard]] bool ok() const { return is_ok_; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] const std::vector<Violation>& violations() const { return violations_; }
  /// Violations found beyond those kept (`Limits::violations`).
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  /// The level of the worst of these; `warn` if there are none.
  [[nodiscard]] Level worst_dropped() const { return worst_dropped_; }
  /// All that were found.
  [[nodiscard]] std::uint64_t count() const { return violations_.size() + dropped_; }

  /// The first violation of level `error` or `rule`, or null. If there are such, one of them is
  /// kept, unless the limit is 0.
  [[nodiscard]] const Violation* first() const {
    for (const Violation& violation : violations_)
      if (violation.level <= Level::rule) return &violation;
    return nullptr;
  }

  void add(Violation violation) {
    if (is_remark(violation))
      ++remarks_;
    else
      is_ok_ = false;
    violations_.push_back(std::move(violation));
  }
  /// Whether there is room for one of that level where `most` are kept: remarks give way to what
  /// makes a file not valid. Otherwise it counts as dropped.
  [[nodiscard]] bool make_room(std::uint64_t most, Level level) {
    if (violations_.size() < most) return true;
    if (level > Level::rule || remarks_ == 0) {
      drop(level);
      return false;
    }
    const auto last = std::find_if(violations_.rbegin(), violations_.rend(), is_remark);
    drop(last->level);
    --remarks_;
    violations_.erase(std::next(last).base());
    return true;
  }
  /// For a report of the same violations at other places: takes over how many `other` hasn't kept.
  void take_dropped(const Report& other) {
    dropped_ = other.dropped_;
    worst_dropped_ = other.worst_dropped_;
    is_ok_ &= worst_dropped_ > Level::rule;
  }

  /// Brings the violations into the order of their offsets; equal offsets keep the order of
  /// discovery.
  void sort() {
    std::stable_sort(violations_.begin(), violations_.end(),
                     [](const Violation& x, const Violation& y) { return x.offset < y.offset; });
  }

 private:
  [[nodiscard]] static bool is_remark(const Violation& violation) {
    return violation.level > Level::rule;
  }
  void drop(Level level) {
    ++dropped_;
    worst_dropped_ = std::min(worst_dropped_, level);
    is_ok_ &= level > Level::rule;
  }

  std::vector<Violation> violations_;
  std::uint64_t remarks_ = 0;  // among them
  std::uint64_t dropped_ = 0;
  Level worst_dropped_ = Level::warn;
  bool is_ok_ = true;  // asked for each record of a range
};

}  // namespace schemac
