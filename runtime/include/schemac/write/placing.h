// Where a writer puts the payloads of a section: one after the other, in the order in which their
// offsets are stated.
//
// The same cursor runs twice over the values: once to measure the section (from its start, which
// isn't known then), once while the table entries are written, so that each gets its offset without
// anything being kept for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

#include "schemac/base/checked.h"

namespace schemac::impl {

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
  /// The same at an offset that a value gives, which may be before what is placed already; where
  /// that isn't possible (given_places.h), after it. What has no bytes takes no place.
  void take_at(std::uint64_t at, std::uint64_t size) {
    const bool is_possible = at < at_ || at - at_ <= largest_gap;
    if (size == 0) {
      if (is_possible) empty_at_ = std::max(empty_at_, at);
      return;
    }
    if (is_possible && at < at_) {
      at_ = std::max(at_, at + size);
      return;
    }
    const std::uint64_t end = (is_possible ? at : at_) + size;
    fits_ &= end >= at_;
    at_ = end;
  }
  /// What a writer leaves before such content, at most.
  static constexpr std::uint64_t largest_gap = std::uint64_t{1} << 30;
  /// Where all payloads end.
  [[nodiscard]] std::uint64_t end() const { return at_; }
  /// Where a section ends that holds them: content without bytes that is given a place lies in it.
  [[nodiscard]] std::uint64_t section_end() const { return std::max(at_, empty_at_); }
  /// False if the payloads together don't fit 64 bits (borrowed ones may be the same bytes again
  /// and again).
  [[nodiscard]] bool fits() const { return fits_; }

 private:
  std::uint64_t at_;
  std::uint64_t empty_at_ = 0;  // the last content without bytes whose offset a value gives
  bool fits_ = true;
};

/// Puts the content of a section that a reader finds from `begin` to `end`, and knows what is still
/// free of it: content at given offsets may come in any order.
class SectionPlacing : private Placing {
 public:
  /// `is_whole_file`: of content that lies in no declared section.
  SectionPlacing(Placing placing, std::uint64_t begin, std::uint64_t end, bool is_whole_file)
      : Placing(placing),
        section_begin(begin),
        section_end(end),
        is_file(is_whole_file),
        used_(placing.end()) {}

  using Placing::end;
  using Placing::largest_gap;

  std::uint64_t take(std::uint64_t size, std::uint64_t align) {
    const std::uint64_t at = Placing::take(size, align);
    if (size != 0) use(at, size);
    return at;
  }
  /// Content with bytes, at an offset where it is free and that isn't too far.
  void take_at(std::uint64_t at, std::uint64_t size) {
    ascends_ = ascends_ && at >= end();
    Placing::take_at(at, size);
    use(at, size);
  }
  /// Where the first content ends that has some of the `size` bytes at `at`; 0 if none has.
  [[nodiscard]] std::uint64_t taken_up_to(std::uint64_t at, std::uint64_t size) const {
    if (at >= used_) return 0;
    const auto after = gaps_.upper_bound(at);  // the first one that begins after it
    if (after != gaps_.begin()) {
      const std::uint64_t gap_end = std::prev(after)->second;
      if (at < gap_end && size <= gap_end - at) return 0;
    }
    return after == gaps_.end() ? used_ : after->first;
  }
  /// Whether nothing was put before what is there already.
  [[nodiscard]] bool ascends() const { return ascends_; }

  const std::uint64_t section_begin, section_end;
  const bool is_file;

 private:
  void use(std::uint64_t at, std::uint64_t size) {
    if (at >= used_) {
      if (at != used_) gaps_.emplace_hint(gaps_.end(), used_, at);
      used_ = at + size;
      return;
    }
    const auto gap = std::prev(gaps_.upper_bound(at));
    const std::uint64_t gap_end = gap->second;
    if (at + size != gap_end) gaps_.emplace_hint(std::next(gap), at + size, gap_end);
    if (at == gap->first)
      gaps_.erase(gap);
    else
      gap->second = at;
  }

  std::uint64_t used_;                           // where the last content with bytes ends
  std::map<std::uint64_t, std::uint64_t> gaps_;  // before it: their ends, by their starts
  bool ascends_ = true;
};

/// Bytes of all elements of a list.
template <class List, class SizeOf>
[[nodiscard]] std::uint64_t total_size(const List& list, SizeOf size_of) {
  std::uint64_t total = 0;
  for (const auto& element : list) total += size_of(element);
  return total;
}
/// The same where the size of an element depends on where it lies; the first one is at `begin`.
template <class List, class SizeOf>
[[nodiscard]] std::uint64_t total_size(const List& list, std::uint64_t begin, SizeOf size_of) {
  std::uint64_t end = begin;
  for (const auto& element : list) end += size_of(element, end);
  return end - begin;
}

}  // namespace schemac::impl
