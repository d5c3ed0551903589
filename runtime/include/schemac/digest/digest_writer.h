// A writer that computes checksums of what passes through it.
//
// The bytes of a record that is being written are still in the room that the sink has lent, or are
// already handed over. So the sink is asked through one in between, which shows every byte that is
// handed over to the digesters at work, and shows the rest of the room when one begins or ends.
//
// A digest that covers what comes after it is known once that was put. From its place on, bytes are
// held back: the writer's own ones in memory here, payloads where they lie. These have to stay
// there until then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"
#include "schemac/core/violation.h"
#include "schemac/digest/digester.h"
#include "schemac/digest/held_bytes.h"
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

  /// What the writer hands over from now on is held back; it hands over what it has, then `hold`.
  void prepare_hold() { holds_.emplace_back(); }
  /// The digest comes next. Other digesters at work see what is held back when it is released.
  void hold(Digester& digester) {
    const bool covers_itself = std::erase(digesters_, &digester) != 0;
    holds_.back() = {held_.mark(), std::exchange(digesters_, {})};
    if (covers_itself) digesters_.push_back(&digester);
  }
  /// All was handed over. Puts the digest to its place; nothing of a writer that has failed. False
  /// if the bytes can't be kept.
  [[nodiscard]] bool release(Bytes digest, bool is_sound) {
    const Hold hold = std::move(holds_.back());
    holds_.pop_back();
    if (is_sound) {
      held_.put(hold.begin, digest);
      (void)held_.each_since(hold.begin, [&](Bytes bytes) {
        for (Digester* digester : hold.waiting) digester->add(bytes);
        return true;
      });
    }
    digesters_.insert(digesters_.end(), hold.waiting.begin(), hold.waiting.end());
    if (is_holding()) return is_sound;
    is_sound = is_sound && held_.each_since({}, [&](Bytes bytes) { return hand_over(bytes); });
    held_.clear();
    return is_sound;
  }

  [[nodiscard]] bool write(Bytes bytes) override { return pass(0, bytes); }
  [[nodiscard]] bool expect(std::uint64_t size) override { return to_.expect(size); }
  [[nodiscard]] MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    take(used);
    if (is_holding()) {
      is_own_room_ = true;
      return room_ = held_.lend(needed);
    }
    return room_ = room_of_sink(needed);
  }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    take(used);
    for (Digester* digester : digesters_) digester->add(payload);
    handed_over_ += payload.size();
    if (!is_holding()) return pass_to_sink(payload);
    held_.add(payload);
    return true;
  }
  [[nodiscard]] bool seek(std::uint64_t position) override {
    if (is_holding()) return false;
    handed_over_ = position;  // all before was passed
    return to_.seek(position);
  }
  [[nodiscard]] Violation failure() const override { return to_.failure(); }

 private:
  struct Hold {
    HeldBytes::Mark begin;           // of the digest
    std::vector<Digester*> waiting;  // for it
  };

  [[nodiscard]] bool is_holding() const { return !holds_.empty(); }

  // The first bytes of the room; the rest is given back.
  void take(std::uint64_t used) {
    show_to(handed_over_ + used);
    handed_over_ += used;
    if (is_own_room_)
      held_.keep(used);
    else
      of_sink_used_ += used;
    is_own_room_ = false;
    room_ = {};
    shown_ = 0;
  }

  // The rest of what the sink has lent, so that it is called as seldom as without holding.
  [[nodiscard]] MutableBytes room_of_sink(std::uint64_t needed) {
    if (of_sink_.size() - of_sink_used_ < needed)
      of_sink_ = to_.lend(std::exchange(of_sink_used_, 0), needed);
    return of_sink_.subspan(static_cast<std::size_t>(of_sink_used_));
  }
  [[nodiscard]] bool pass_to_sink(Bytes payload) {
    of_sink_ = {};
    return to_.pass(std::exchange(of_sink_used_, 0), payload);
  }
  // Small stretches are copied, as a writer does it.
  [[nodiscard]] bool hand_over(Bytes bytes) {
    if (bytes.size() > largest_need) return pass_to_sink(bytes);
    const MutableBytes room = room_of_sink(bytes.size());
    if (room.size() < bytes.size()) return false;
    std::memcpy(room.data(), bytes.data(), bytes.size());
    of_sink_used_ += bytes.size();
    return true;
  }

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
  MutableBytes room_;          // lent to the writer: the rest of the sink's, or of held bytes
  bool is_own_room_ = false;   // the latter
  std::uint64_t shown_ = 0;    // of it
  std::uint64_t handed_over_;  // before it
  MutableBytes of_sink_;       // lent by the sink
  std::uint64_t of_sink_used_ = 0;
  std::vector<Hold> holds_;
  HeldBytes held_;
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

  /// Puts what counts in place of a digest that covers bytes from here on; `release` puts it there.
  void hold(Digester& digester, std::uint8_t own = 0) {
    watched.prepare_hold();
    is_kept_ = flush() && is_kept_;
    watched.hold(digester);
    if (digester.size() != 0) std::memset(take(digester.size()), own, digester.size());
  }
  /// Puts the digest, of which all was shown. Those that were held later were released before.
  void release(Digester& digester) {
    is_kept_ = flush() && is_kept_;
    const Bytes digest = digester.finish();
    is_computed_ = is_computed_ && digest.size() == digester.size();
    is_kept_ = watched.release(digest, is_kept_);
  }

  /// As the writer's; false, too, if a library refused to compute a digest.
  [[nodiscard]] bool finish() { return Writer::finish() && is_computed_ && is_kept_; }

 private:
  bool is_computed_ = true, is_kept_ = true;
};

}  // namespace schemac::impl
