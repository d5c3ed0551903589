#include "cli/progress.h"

#include <condition_variable>
#include <iostream>
#include <mutex>
#include <stop_token>

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

FileProgress::FileProgress(std::string_view verb, const std::vector<std::string>& files)
    : verb_(verb), files_(files), is_on_(is_terminal(Stream::err)), begun_(Clock::now()) {}

void FileProgress::show(std::size_t at) {
  const auto passed = Clock::now() - begun_;
  if (!is_on_ || passed < std::chrono::seconds(1)) return;
  is_shown_ = true;
  std::cerr << "\r\x1b[K" << verb_ << ' ' << direct::printable(files_[at]);
  if (files_.size() > 1) std::cerr << ", " << at << " of " << files_.size() << " done";
  std::cerr << ", " << std::chrono::duration_cast<std::chrono::seconds>(passed).count() << " s"
            << std::flush;
}

void FileProgress::clear() {
  if (is_shown_) std::cerr << "\r\x1b[K" << std::flush;
  is_shown_ = false;
}

Busy::Busy(std::string_view what) {
  if (!is_terminal(Stream::err)) return;
  thread_ = std::jthread([text = direct::printable(what)](const std::stop_token& is_over) {
    const auto begun = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::condition_variable_any over;
    std::unique_lock lock(mutex);
    bool is_shown = false;
    for (;;) {
      over.wait_for(lock, is_over, std::chrono::seconds(1), [] { return false; });
      if (is_over.stop_requested()) break;
      const auto passed = std::chrono::steady_clock::now() - begun;
      std::cerr << "\r\x1b[K" << text << ", "
                << std::chrono::duration_cast<std::chrono::seconds>(passed).count() << " s"
                << std::flush;
      is_shown = true;
    }
    if (is_shown) std::cerr << "\r\x1b[K" << std::flush;
  });
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
