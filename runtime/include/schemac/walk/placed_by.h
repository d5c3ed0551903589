// How content at offsets gets its place: where a writer would put it, and which of it lies
// elsewhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schemac/base/checked.h"

namespace schemac::impl {

struct PlacedBy {
  /// The turn of content in which nothing else has a place: it gets one when it is claimed.
  static constexpr std::uint64_t at_once = 0;
  /// The same where no content of the format holds content: then turns need no counting.
  static constexpr std::uint64_t always_at_once = ~std::uint64_t{0};

  std::uint64_t turn = at_once;  ///< of `open`, before anything of it was read
  std::uint64_t align = 1;
  bool is_given = false;  ///< a value says where

  [[nodiscard]] constexpr bool is_at_once() const {
    return turn == at_once || turn == always_at_once;
  }
};

/// Where a writer puts content, if what is before ends at `reached`.
[[nodiscard]] constexpr std::uint64_t chosen_place(std::uint64_t at, std::uint64_t reached,
                                                   const PlacedBy& by) {
  return by.is_given ? at : padded_size(reached, by.align);
}

/// Content that lies elsewhere; null: none does.
template <class Kept>
struct Elsewhere {
  const Kept* content = nullptr;
  std::uint64_t chosen = 0;  ///< where a writer puts it
};

/// The first content that a writer would put elsewhere, from `reached` on: the others follow from
/// it. They are put into the order of their turns.
template <class Kept>
[[nodiscard]] Elsewhere<Kept> first_elsewhere(std::vector<Kept>& contents, std::uint64_t reached) {
  std::sort(contents.begin(), contents.end(),
            [](const Kept& a, const Kept& b) { return a.by.turn < b.by.turn; });
  for (const Kept& each : contents) {
    const std::uint64_t chosen = chosen_place(each.at, reached, each.by);
    if (chosen != each.at) return {&each, chosen};
    if (each.size != 0 || !each.by.is_given) reached = std::max(reached, each.at + each.size);
  }
  return {};
}

}  // namespace schemac::impl
