// The median of an array of any length, exactly, with half a MiB of memory.
//
// Doubles are ordered like the numbers that their bits are, once the bits of negative ones are
// turned over. So the element of a given rank is found digit by digit, 16 bits at a time: one pass
// counts how many elements have each value of the digit, which says in which of them the rank lies.
// As soon as few enough elements are left, a pass collects them, and they are sorted out in memory:
// two or three passes for most arrays, five at most.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "schemac/array/passes.h"

namespace schemac::impl::detail {

/// Ordered as the doubles are; not for NaN.
[[nodiscard]] constexpr std::uint64_t order_key(double value) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}
[[nodiscard]] constexpr double from_order_key(std::uint64_t key) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return std::bit_cast<double>((key & sign) != 0 ? key & ~sign : ~key);
}

/// Elements whose keys begin with the same bits.
struct KeyRange {
  unsigned fixed_bits = 0;
  std::uint64_t prefix = 0;  ///< these bits, lowest
  std::uint64_t count = 0;   ///< elements in it
  std::uint64_t before = 0;  ///< elements with smaller keys

  [[nodiscard]] bool holds(std::uint64_t key) const {
    return fixed_bits == 0 || key >> (64 - fixed_bits) == prefix;
  }
  [[nodiscard]] bool is_below(std::uint64_t key) const {
    return fixed_bits != 0 && key >> (64 - fixed_bits) > prefix;
  }
};

constexpr unsigned digit_bits = 16;
constexpr std::uint64_t most_collected = 65536;

/// The part of `range` in which the element of `rank` (among all) lies.
[[nodiscard]] inline KeyRange narrowed(const ElementPasses& elements, const KeyRange& range,
                                       std::uint64_t rank) {
  std::vector<std::uint64_t> counts(std::size_t{1} << digit_bits);
  const unsigned shift = 64 - range.fixed_bits - digit_bits;
  elements.each_block([&](std::span<const double> block) {
    for (const double value : block) {
      const std::uint64_t key = order_key(value);
      if (!std::isnan(value) && range.holds(key)) ++counts[(key >> shift) & (counts.size() - 1)];
    }
  });
  KeyRange narrowed{range.fixed_bits + digit_bits, range.prefix << digit_bits, 0, range.before};
  for (const std::uint64_t count : counts) {
    narrowed.count = count;
    if (rank < narrowed.before + count) break;
    narrowed.before += count;
    ++narrowed.prefix;
  }
  return narrowed;
}

/// The elements of a rank and of the next one.
struct RankedPair {
  double first = 0, second = 0;
};
[[nodiscard]] inline RankedPair elements_at(const ElementPasses& elements, std::uint64_t rank) {
  KeyRange range;
  range.count = elements.size();
  while (range.count > most_collected && range.fixed_bits < 64)
    range = narrowed(elements, range, rank);
  const bool is_one_value = range.fixed_bits == 64;
  std::vector<std::uint64_t> keys;
  if (!is_one_value) keys.reserve(static_cast<std::size_t>(range.count));
  std::uint64_t next = order_key(std::numeric_limits<double>::infinity());  // the least one above
  if (!is_one_value || rank + 1 >= range.before + range.count) {
    elements.each_block([&](std::span<const double> block) {
      for (const double value : block) {
        if (std::isnan(value)) continue;
        const std::uint64_t key = order_key(value);
        if (range.is_below(key)) next = std::min(next, key);
        if (range.holds(key) && !is_one_value) keys.push_back(key);
      }
    });
  }
  std::sort(keys.begin(), keys.end());
  const auto at = [&](std::uint64_t wanted) {
    const std::uint64_t index = wanted - range.before;
    if (index >= (is_one_value ? range.count : keys.size())) return from_order_key(next);
    return from_order_key(is_one_value ? range.prefix : keys[static_cast<std::size_t>(index)]);
  };
  return {at(rank), at(rank + 1)};
}

/// The median of `count` elements after the `skipped` least ones; none of them may be NaN, others
/// are passed over.
[[nodiscard]] inline double median_of(const ElementPasses& elements, std::uint64_t skipped,
                                      std::uint64_t count) {
  const RankedPair middle = elements_at(elements, skipped + (count - 1) / 2);
  // NumPy takes the mean of the middle ones, a sum that begins at 0: a zero loses its sign.
  return count % 2 != 0 ? 0.0 + middle.first : (0.0 + middle.first + middle.second) / 2;
}

}  // namespace schemac::impl::detail
