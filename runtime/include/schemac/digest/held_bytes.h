// Bytes that are held back until a digest among them is known: a writer's own ones in one place,
// payloads where they lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"

namespace schemac::impl::detail {

class HeldBytes {
 public:
  /// Where bytes begin that are added from now on.
  struct Mark {
    std::size_t stretch = 0, own = 0;
  };
  [[nodiscard]] Mark mark() const { return {stretches_.size(), own_used_}; }

  /// Room for at least `needed` bytes of the writer; the next call of another function ends it.
  [[nodiscard]] MutableBytes lend(std::uint64_t needed) {
    const auto size = static_cast<std::size_t>(std::max(needed, Sink::largest_need));
    if (own_.size() < own_used_ + size) own_.resize(own_used_ + size);
    return MutableBytes(own_).subspan(own_used_);
  }
  /// Adds the first bytes of that room.
  void keep(std::uint64_t used) {
    if (used == 0) return;
    stretches_.push_back({own_used_, static_cast<std::size_t>(used), nullptr});
    own_used_ += static_cast<std::size_t>(used);
  }
  /// Adds bytes that stay where they are until `clear`.
  void add(Bytes payload) {
    if (!payload.empty()) stretches_.push_back({0, payload.size(), payload.data()});
  }

  /// Replaces bytes of the writer's own.
  void put(Mark at, Bytes bytes) {
    std::ranges::copy(bytes, own_.begin() + static_cast<std::ptrdiff_t>(at.own));
  }
  /// Calls `use(bytes)` for what was added since, in order, as long as that is true.
  template <class Use>
  bool each_since(Mark mark, const Use& use) const {
    for (std::size_t i = mark.stretch; i < stretches_.size(); ++i)
      if (!use(bytes_of(stretches_[i]))) return false;
    return true;
  }
  /// Lets go of all; the room is kept.
  void clear() {
    stretches_.clear();
    own_used_ = 0;
  }

 private:
  struct Stretch {
    std::size_t own, size;     // in `own_`, if
    const std::byte* payload;  // this is null
  };
  [[nodiscard]] Bytes bytes_of(const Stretch& each) const {
    return each.payload != nullptr ? Bytes(each.payload, each.size)
                                   : Bytes(own_).subspan(each.own, each.size);
  }

  std::vector<Stretch> stretches_;
  std::vector<std::byte> own_;
  std::size_t own_used_ = 0;
};

}  // namespace schemac::impl::detail
