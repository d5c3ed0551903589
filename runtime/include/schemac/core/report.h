// All violations of one file, in order of offset.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "schemac/core/violation.h"

namespace schemac {

class Report {
 public:
  /// True if nothing of level `error` or `rule` was found; remarks don't count.
  [[nodiscard]] bool ok() const { return first() == nullptr; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] const std::vector<Violation>& violations() const { return violations_; }
  /// Violations found beyond those kept (`Limits::violations`).
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

  /// The first violation of level `error` or `rule`, or null.
  [[nodiscard]] const Violation* first() const {
    for (const Violation& violation : violations_)
      if (violation.level <= Level::rule) return &violation;
    return nullptr;
  }

  void add(Violation violation) { violations_.push_back(std::move(violation)); }
  void count_dropped() { ++dropped_; }

  /// Brings the violations into the order of their offsets; equal offsets keep the order of
  /// discovery.
  void sort() {
    std::stable_sort(violations_.begin(), violations_.end(),
                     [](const Violation& x, const Violation& y) { return x.offset < y.offset; });
  }

 private:
  std::vector<Violation> violations_;
  std::uint64_t dropped_ = 0;
};

}  // namespace schemac
