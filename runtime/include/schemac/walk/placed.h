// Content that lies elsewhere or has a stated size: a region, which it has to fill.
#pragma once

#include <cstdint>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"

namespace schemac::impl {

namespace detail {
inline constexpr std::byte skipped_mark{};
inline constexpr std::byte compared_mark{};
}  // namespace detail

/// Where a walk ends that could not begin: what its content is isn't known, which was noted
/// elsewhere.
inline constexpr const std::byte* skipped = &detail::skipped_mark;
/// Where content ends whose size was compared with the stated one: nothing is left to say of how it
/// fills its region.
inline constexpr const std::byte* compared = &detail::compared_mark;

/// A stretch of bytes that a field states.
class StatedRegion {
 public:
  /// `stated` bytes from `begin` on, of those up to `limit`.
  [[gnu::always_inline]] StatedRegion(const std::byte* begin, const std::byte* limit,
                                      std::uint64_t stated, const std::byte* stated_at)
      : begin_(begin),
        end_(limit),
        stated_(stated),
        stated_at_(stated_at),
        is_clipped_(stated > static_cast<std::uint64_t>(limit - begin)) {
    if (!is_clipped_) [[likely]]
      end_ = begin + stated;
  }

  [[nodiscard]] const std::byte* begin() const { return begin_; }
  [[nodiscard]] const std::byte* end() const { return end_; }
  /// Bytes that are there.
  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(end_ - begin_); }

  /// Notes the cause where less is there than stated. Returns whether the walk goes on.
  [[nodiscard, gnu::always_inline]] bool check_bounds(Context& context, const Frame& frame,
                                                      const Check& cause) const {
    if (!is_clipped_) [[likely]]
      return true;
    return context.note_cause(cause, frame, stated_at_, stated_, stated_, begin_, end_);
  }
  /// Whether the content, which ends at `after` (null: with a fault), fills it. Returns whether
  /// the walk goes on.
  [[nodiscard, gnu::always_inline]] bool check_filled(Context& context, const Frame& frame,
                                                      const Check& fill,
                                                      const std::byte* after) const {
    if (after == end_ && !is_clipped_) [[likely]]
      return true;
    return note_unfilled(*this, context, frame, fill, after);
  }

 private:
  // (By value, so that regions can live in registers.)
  [[gnu::cold, gnu::noinline]] static bool note_unfilled(StatedRegion region, Context& context,
                                                         const Frame& frame, const Check& fill,
                                                         const std::byte* after) {
    // As many bytes as stated where nothing else is to be said of it.
    std::uint64_t needed = region.stated_;
    if (after == nullptr) {
      if (!region.is_clipped_ && context.fault_end() != 0)
        needed = context.bytes_to_fault_end(region.begin_);
    } else if (after != compared) {
      needed = static_cast<std::uint64_t>(after - region.begin_);
    }
    context.forget_fault_end();  // what follows begins after the region, wherever the fault ended
    if (context.stopped()) return false;
    return needed == region.stated_ ||
           context.note(fill, frame, region.stated_at_, Facts{region.stated_, needed});
  }
  const std::byte* begin_;
  const std::byte* end_;
  std::uint64_t stated_;
  const std::byte* stated_at_;
  bool is_clipped_;
};

}  // namespace schemac::impl
