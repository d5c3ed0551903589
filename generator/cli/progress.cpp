#include "cli/progress.h"

#include <iostream>

#include "cli/terminal.h"
#include "direct/byte_text.h"

namespace schemac::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(500);
constexpr auto interval = std::chrono::milliseconds(100);

}  // namespace

Progress::Progress(std::string_view what)
    : what_(direct::printable(what)),
      is_on_(is_terminal(Stream::err)),
      next_(Clock::now() + patience) {}

void Progress::show(unsigned pass, double done) {
  if (!is_on_ || Clock::now() < next_) return;
  next_ = Clock::now() + interval;
  is_shown_ = true;
  std::cerr << "\r\x1b[K" << what_ << ": pass " << pass << ", " << static_cast<int>(done * 100)
            << " %" << std::flush;
}

void Progress::clear() {
  if (is_shown_) std::cerr << "\r\x1b[K" << std::flush;
  is_shown_ = false;
}

void ProgressOfMany::show(const std::string& what, unsigned pass, double done) {
  if (!progress_ || what != what_) {
    clear();
    progress_.emplace(what);
    what_ = what;
  }
  progress_->show(pass, done);
}

void ProgressOfMany::clear() {
  if (progress_) progress_->clear();
}

}  // namespace schemac::cli
