// A writer that computes checksums of what passes through it.
//
// The bytes of a record that is being written are still in the room that the sink has lent, or are
// already handed over. So the sink is asked through one in between, which shows every byte that is
// handed over to the digesters at work, and shows the rest of the room when one begins or ends.
//
// A digest that covers what comes after it is known once that was put. From its place on, bytes are
// held back: the writer's own ones in memory here, payloads where they lie.
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

  /// All was handed over. The digest is at `position`; what comes is held back until `release`.
  /// Digesters at work see it then, with the digest.
  void hold(Digester& digester, std::uint64_t position) {
    const bool covers_itself = std::erase(digesters_, &digester) != 0;
    holds_.push_back({position, std::exchange(digesters_, {})});
    if (covers_itself) digesters_.push_back(&digester);
  }
  /// All was handed over. Puts the digest to its place; false if the bytes can't be kept.
  [[nodiscard]] bool release(Bytes digest) {
    const Hold hold = std::move(holds_.back());
    holds_.pop_back();
    for (Held& each : held_) {
      if (each.position < hold.position) continue;
      if (each.position == hold.position && each.own.size() >= digest.size())
        std::ranges::copy(digest, each.own.begin());
      for (Digester* digester : hold.waiting) digester->add(each.bytes());
    }
    digesters_.insert(digesters_.end(), hold.waiting.begin(), hold.waiting.end());
    if (!holds_.empty()) return true;
    bool is_ok = true;
    for (const Held& each : held_) is_ok = is_ok && to_.pass(0, each.bytes());
    held_.clear();
    return is_ok;
  }

  [[nodiscard]] bool write(Bytes bytes) override { return pass(0, bytes); }
  [[nodiscard]] bool expect(std::uint64_t size) override { return to_.expect(size); }
  [[nodiscard]] MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    show_to(handed_over_ + used);
    if (is_holding()) keep(used);
    handed_over_ += used;
    room_ = is_holding() ? make_room(needed) : to_.lend(used, needed);
    shown_ = 0;
    return room_;
  }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    show_to(handed_over_ + used);
    for (Digester* digester : digesters_) digester->add(payload);
    if (is_holding()) {
      keep(used);
      if (!payload.empty()) held_.push_back({handed_over_ + used, {}, payload});
    }
    handed_over_ += used + payload.size();
    room_ = {};
    shown_ = 0;
    return is_holding() || to_.pass(used, payload);
  }
  [[nodiscard]] bool seek(std::uint64_t position) override {
    if (is_holding()) return false;
    handed_over_ = position;  // all before was passed
    return to_.seek(position);
  }
  [[nodiscard]] Violation failure() const override { return to_.failure(); }

 private:
  struct Hold {
    std::uint64_t position;          // of the digest
    std::vector<Digester*> waiting;  // for it
  };
  // Bytes that are held back: the writer's own, or a payload.
  struct Held {
    std::uint64_t position;
    std::vector<std::byte> own;
    Bytes payload;

    [[nodiscard]] Bytes bytes() const { return own.empty() ? payload : Bytes(own); }
  };

  [[nodiscard]] bool is_holding() const { return !holds_.empty(); }
  // The first bytes of the room, in which the writer put them.
  void keep(std::uint64_t used) {
    if (used == 0) return;
    const Bytes bytes = Bytes(own_room_).first(static_cast<std::size_t>(used));
    held_.push_back({handed_over_, {bytes.begin(), bytes.end()}, {}});
  }
  [[nodiscard]] MutableBytes make_room(std::uint64_t needed) {
    own_room_.resize(static_cast<std::size_t>(std::max(needed, largest_need)));
    return own_room_;
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
  MutableBytes room_;          // lent
  std::uint64_t shown_ = 0;    // of it
  std::uint64_t handed_over_;  // before it
  std::vector<Hold> holds_;
  std::vector<Held> held_;
  std::vector<std::byte> own_room_;  // lent while bytes are held back
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
    is_kept_ = flush() && is_kept_;
    watched.hold(digester, position());
    if (digester.size() != 0) std::memset(take(digester.size()), own, digester.size());
  }
  /// Puts the digest, of which all was shown. Those that were held later were released before.
  void release(Digester& digester) {
    is_kept_ = flush() && is_kept_;
    const Bytes digest = digester.finish();
    is_computed_ = is_computed_ && digest.size() == digester.size();
    is_kept_ = watched.release(digest) && is_kept_;
  }

  /// As the writer's; false, too, if a library refused to compute a digest.
  [[nodiscard]] bool finish() { return Writer::finish() && is_computed_ && is_kept_; }

 private:
  bool is_computed_ = true, is_kept_ = true;
};

}  // namespace schemac::impl
