// A writer that computes checksums of what passes through it.
//
// The bytes of a record that is being written are still in the room that the sink has lent, or are
// already handed over. So the sink is asked through one in between, which shows every byte that is
// handed over to the digesters at work, and shows the rest of the room when one begins or ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"
#include "schemac/core/violation.h"
#include "schemac/digest/digester.h"
#include "schemac/write/writer.h"

namespace schemac::impl {

namespace detail {

class WatchedSink final : public Sink {
 public:
  WatchedSink(Sink& to, std::uint64_t begin) : to_(to), handed_over_(begin) {}

  /// Shows what was written up to `position` of the file; what comes is shown to `digester`, too.
  void start(Digester& digester, std::uint64_t position) {
    show_to(position);
    digesters_.push_back(&digester);
  }
  void stop(Digester& digester, std::uint64_t position) {
    show_to(position);
    std::erase(digesters_, &digester);
  }

  [[nodiscard]] bool write(Bytes bytes) override { return pass(0, bytes); }
  [[nodiscard]] bool expect(std::uint64_t size) override { return to_.expect(size); }
  [[nodiscard]] MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    show_to(handed_over_ + used);
    handed_over_ += used;
    room_ = to_.lend(used, needed);
    shown_ = 0;
    return room_;
  }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    show_to(handed_over_ + used);
    for (Digester* digester : digesters_) digester->add(payload);
    handed_over_ += used + payload.size();
    room_ = {};
    shown_ = 0;
    return to_.pass(used, payload);
  }
  [[nodiscard]] bool seek(std::uint64_t position) override {
    handed_over_ = position;  // all before was passed
    return to_.seek(position);
  }
  [[nodiscard]] Violation failure() const override { return to_.failure(); }

 private:
  // After the room there is nothing to show: the writer fills bytes that nobody keeps then.
  void show_to(std::uint64_t position) {
    const std::uint64_t used = std::min<std::uint64_t>(position - handed_over_, room_.size());
    const Bytes bytes = Bytes(room_).first(static_cast<std::size_t>(used));
    if (used > shown_)
      for (Digester* digester : digesters_)
        digester->add(bytes.subspan(static_cast<std::size_t>(shown_)));
    shown_ = used;
  }

  Sink& to_;
  std::vector<Digester*> digesters_;
  MutableBytes room_;          // lent
  std::uint64_t shown_ = 0;    // of it
  std::uint64_t handed_over_;  // before it
};

struct HasWatchedSink {
  HasWatchedSink(Sink& to, std::uint64_t begin) : watched(to, begin) {}
  WatchedSink watched;
};

}  // namespace detail

class DigestWriter : private detail::HasWatchedSink, public Writer {
 public:
  explicit DigestWriter(Sink& sink, std::uint64_t begin = 0)
      : HasWatchedSink(sink, begin), Writer(watched, begin) {}

  /// What is put from here on is part of the digest, up to `stop`. A digest may have several such
  /// stretches, and several digests may be at work at once.
  void start(Digester& digester) { watched.start(digester, position()); }
  void stop(Digester& digester) { watched.stop(digester, position()); }

  /// Puts the digest itself.
  void put_digest(Digester& digester) {
    const Bytes digest = digester.finish();
    is_computed_ = is_computed_ && digest.size() == digester.size();
    is_computed_ ? put(digest) : put_zeros(digester.size());
  }

  /// As the writer's; false, too, if a library refused to compute a digest.
  [[nodiscard]] bool finish() { return Writer::finish() && is_computed_; }

 private:
  bool is_computed_ = true;
};

}  // namespace schemac::impl
