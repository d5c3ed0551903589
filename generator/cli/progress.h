// A line on stderr that shows the progress of long work; nothing unless that is a terminal and the
// work takes a while.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace schemac::cli {

class Progress {
 public:
  explicit Progress(std::string_view what);

  /// `done` is the part of the pass, from 0 to 1.
  void show(unsigned pass, double done);
  /// Takes the line away again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool is_on_;
  bool is_shown_ = false;
  Clock::time_point next_;
};

/// The same for one thing after the other.
class ProgressOfMany {
 public:
  void show(const std::string& what, unsigned pass, double done);
  void clear();

 private:
  std::string what_;
  std::optional<Progress> progress_;
};

}  // namespace schemac::cli
