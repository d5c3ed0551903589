// Elements in the order that a format demands, whatever order the values have.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "schemac/core/unique.h"

namespace schemac {

/// Calls `visit(element)` for the elements of a list in ascending order of their member `key`:
/// texts compared as unsigned bytes, lists of texts text by text, numbers as numbers. Those with
/// equal keys stay as they are. Allocates only where the list isn't in order already, which isn't
/// looked at where keys `are_known` to ascend. (Of numbers it is: what is known of them is the
/// order of their bytes.)
template <class Element, class T, class Visit>
[[gnu::always_inline]] inline void for_each_in_order(const std::vector<Element>& list,
                                                     T Element::*key, bool are_known,
                                                     Visit&& visit) {
  const auto is_before = [&](const Element& x, const Element& y) {
    return schemac::precedes(x.*key, y.*key);
  };
  constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;
  if ((are_known && !is_number) || std::is_sorted(list.begin(), list.end(), is_before)) {
    for (const Element& element : list) visit(element);
    return;
  }
  std::vector<const Element*> sorted;
  sorted.reserve(list.size());
  for (const Element& element : list) sorted.push_back(&element);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Element* x, const Element* y) { return is_before(*x, *y); });
  for (const Element* element : sorted) visit(*element);
}

}  // namespace schemac
