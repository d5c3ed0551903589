// A file in memory whose writer is killed at a step of its own choice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "schemac/core/storage.h"

namespace schemac::tests {

/// What a writer leaves after: what it was made to wait for, and what it wrote since.
struct Remains {
  struct Write {
    std::uint64_t at = 0;
    std::vector<std::byte> bytes;
    bool cuts = false;  ///< ends the file there instead
  };

  std::vector<std::byte> kept;  ///< as of the last synchronisation
  std::vector<Write> pending;   ///< in order

  /// The file with those of the pending writes whose bits are set, of which a 65th write has the
  /// first one: a system that goes down may lose any of them.
  [[nodiscard]] std::vector<std::byte> with(std::uint64_t subset) const {
    std::vector<std::byte> file = kept;
    for (std::size_t i = 0; i < pending.size(); ++i)
      if ((subset >> i % 64 & 1) != 0) put(file, pending[i]);
    return file;
  }
  /// As a reader sees it that comes at once.
  [[nodiscard]] std::vector<std::byte> now() const { return with(~std::uint64_t{0}); }

  static void put(std::vector<std::byte>& file, const Write& write) {
    const auto at = static_cast<std::size_t>(write.at);
    if (write.cuts) return file.resize(std::min(file.size(), at));
    file.resize(std::max(file.size(), at + write.bytes.size()));
    std::copy(write.bytes.begin(), write.bytes.end(),
              file.begin() + static_cast<std::ptrdiff_t>(at));
  }
};

class StoppingStorage final : public Storage {
 public:
  enum class Failing : std::uint8_t {
    always,  ///< its writer is killed
    once,    ///< the disk is full: half of a write is kept; then there is room again
  };

  /// Takes `steps` writes and synchronisations, and fails then. What is left stands in `remains`,
  /// which begins as the file. If it fails once, its writer is killed `more` steps later.
  StoppingStorage(std::shared_ptr<Remains> remains, std::uint64_t steps,
                  Failing failing = Failing::always, std::uint64_t more = ~std::uint64_t{0})
      : remains_(std::move(remains)), steps_(steps), failing_(failing), more_(more) {}

  [[nodiscard]] bool write(std::uint64_t at, Bytes bytes) override {
    const bool is_half = failing_ == Failing::once && steps_ == 0;
    const bool is_done = step();
    if (!is_done && !is_half) return false;
    if (is_half) bytes = bytes.first(bytes.size() / 2);
    remains_->pending.push_back({at, {bytes.begin(), bytes.end()}, false});
    return is_done;
  }
  [[nodiscard]] bool cut(std::uint64_t at) override {
    if (!step()) return false;
    remains_->pending.push_back({at, {}, true});
    return true;
  }
  [[nodiscard]] bool synchronise() override {
    if (!step()) return false;
    remains_->kept = remains_->now();
    remains_->pending.clear();
    return true;
  }
  [[nodiscard]] Result<Bytes> look() override {
    seen_ = remains_->now();
    return Bytes(seen_);
  }
  [[nodiscard]] Violation failure() const override {
    return {{}, 0, Rule::io_error, Level::error, {}, "stopped"};
  }

 private:
  bool step() {
    const bool is_done = steps_ != 0;
    if (is_done) --steps_;
    if (!is_done && failing_ == Failing::once) {
      failing_ = Failing::always;
      steps_ = more_;
    }
    return is_done;
  }

  std::shared_ptr<Remains> remains_;
  std::uint64_t steps_;
  Failing failing_;
  std::uint64_t more_;
  std::vector<std::byte> seen_;
};

/// Calls `work(storage)` again and again, stopped one step later each time, until nothing stops it;
/// after each `judge(file)` for all that may be found then. Returns the number of steps.
template <class Work, class Judge>
std::uint64_t stop_everywhere(const std::vector<std::byte>& file, const Work& work,
                              const Judge& judge) {
  for (std::uint64_t steps = 0;; ++steps) {
    const auto remains = std::make_shared<Remains>(Remains{file, {}});
    const bool is_done = work(std::make_unique<StoppingStorage>(remains, steps));
    const std::uint64_t subsets = std::uint64_t{1}
                                  << std::min<std::size_t>(remains->pending.size(), 12);
    for (std::uint64_t subset = 0; subset < subsets; ++subset) judge(remains->with(subset));
    judge(remains->now());
    if (is_done) return steps;
  }
}

}  // namespace schemac::tests
