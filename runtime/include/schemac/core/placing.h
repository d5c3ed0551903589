// Where a writer puts the payloads of a section: one after the other, in the order in which their
// offsets are stated.
//
// The same cursor runs twice over the values: once to measure the section (from its begin, which
// isn't known then), once while the table entries are written, so that each gets its offset without
// anything being kept for it.
#pragma once

#include <cstdint>

#include "schemac/core/checked.h"

namespace schemac {

class Placing {
 public:
  explicit Placing(std::uint64_t begin) : at_(begin) {}

  /// The offset of the next payload, of `size` bytes, at a multiple of `align`.
  std::uint64_t take(std::uint64_t size, std::uint64_t align) {
    const std::uint64_t begin = padded_size(at_, align);
    // No payload in memory has half of what 64 bits count, so the sum wraps once at most.
    const std::uint64_t end = begin + size;
    fits_ &= end >= at_;
    at_ = end;
    return begin;
  }
  /// The same at an offset that a value gives, where that is possible (given_places.h), else after
  /// what is before. What has no bytes takes no place.
  void take_at(std::uint64_t at, std::uint64_t size) {
    if (size == 0) return;
    const bool is_possible = at - at_ <= largest_gap;
    const std::uint64_t end = (is_possible ? at : at_) + size;
    fits_ &= end >= at_;
    at_ = end;
  }
  /// What a writer leaves before such content, at most.
  static constexpr std::uint64_t largest_gap = std::uint64_t{1} << 30;
  /// Where the last payload ends.
  [[nodiscard]] std::uint64_t end() const { return at_; }
  /// False if the payloads together don't fit 64 bits (borrowed ones may be the same bytes again
  /// and again).
  [[nodiscard]] bool fits() const { return fits_; }

 private:
  std::uint64_t at_;
  bool fits_ = true;
};

/// Puts the content of a section that a reader finds from `begin` to `end`.
class SectionPlacing : public Placing {
 public:
  SectionPlacing(Placing placing, std::uint64_t begin, std::uint64_t end)
      : Placing(placing), section_begin(begin), section_end(end) {}

  const std::uint64_t section_begin, section_end;
};

/// Bytes of all elements of a list.
template <class List, class SizeOf>
[[nodiscard]] std::uint64_t total_size(const List& list, SizeOf size_of) {
  std::uint64_t total = 0;
  for (const auto& element : list) total += size_of(element);
  return total;
}
/// The same where the size of an element depends on where it stands; the first one is at `begin`.
template <class List, class SizeOf>
[[nodiscard]] std::uint64_t total_size(const List& list, std::uint64_t begin, SizeOf size_of) {
  std::uint64_t end = begin;
  for (const auto& element : list) end += size_of(element, end);
  return end - begin;
}

}  // namespace schemac
