// A line on stderr that shows the progress of long work; nothing unless that is a terminal and the
// work takes a while.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

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

/// The same for files, of which nobody knows how far each is: which one, and for how long by now.
class FileProgress {
 public:
  FileProgress(std::string_view verb, const std::vector<std::string>& files);

  [[nodiscard]] bool is_on() const { return is_on_; }
  /// Those before `at` are done.
  void show(std::size_t at);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string verb_;
  const std::vector<std::string>& files_;
  bool is_on_;
  bool is_shown_ = false;
  Clock::time_point begun_;
};

/// The same for a call that doesn't say how far it is: what it works on, and for how long by now,
/// from a thread of its own. Nothing may be printed meanwhile.
class Busy {
 public:
  explicit Busy(std::string_view what);

 private:
  std::jthread thread_;  // which takes the line away when it ends
};

/// What `call` returns, while `Busy` shows that it takes long.
template <class Call>
auto while_busy(std::string_view what, const Call& call) {
  const Busy busy(what);
  return call();
}

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
