// Elements in the order that a format demands, whatever order the values have.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "schemac/base/unique.h"

namespace schemac::impl {

namespace detail {

template <class Element, class T>
[[nodiscard]] bool are_in_order(const std::vector<Element>& list, T Element::*key) {
  return std::is_sorted(list.begin(), list.end(), [&](const Element& x, const Element& y) {
    return schemac::impl::precedes(x.*key, y.*key);
  });
}

}  // namespace detail

/// The elements of a list in ascending order of their member `key`: texts compared as unsigned
/// bytes, lists of texts text by text, numbers as numbers. Those with equal keys stay as they are.
/// Allocates only where the list isn't in order already; refers to the list.
template <class Element>
class InOrder {
 public:
  template <class T>
  InOrder(const std::vector<Element>& list, T Element::*key) : list_(list) {
    if (detail::are_in_order(list, key)) return;
    sorted_.reserve(list.size());
    for (const Element& element : list) sorted_.push_back(&element);
    std::stable_sort(sorted_.begin(), sorted_.end(), [&](const Element* x, const Element* y) {
      return schemac::impl::precedes(x->*key, y->*key);
    });
  }

  [[nodiscard]] std::size_t size() const { return list_.size(); }
  [[nodiscard]] const Element& operator[](std::size_t i) const {
    return sorted_.empty() ? list_[i] : *sorted_[i];
  }
  /// Where the element has its place in the list.
  [[nodiscard]] std::size_t given_index(std::size_t i) const {
    return static_cast<std::size_t>(&(*this)[i] - list_.data());
  }

 private:
  const std::vector<Element>& list_;
  std::vector<const Element*> sorted_;  // empty: the list is in order
};

/// Bytes of a member of the element that comes last in the order of `key`, when decoded; 0 if there
/// is none.
template <class Element, class T, class Content>
[[nodiscard]] std::uint64_t size_of_last(const std::vector<Element>& list, T Element::*key,
                                         Content Element::*member) {
  const Element* last = nullptr;
  for (const Element& element : list)
    if (last == nullptr || !schemac::impl::precedes(element.*key, last->*key)) last = &element;
  return last == nullptr ? 0 : (last->*member).size();
}

/// Calls `visit(element)` for the elements of a list InOrder of their member `key`, which isn't
/// looked at where keys `are_known` to ascend. (Of numbers it is: what is known of them is the
/// order of their bytes.)
template <class Element, class T, class Visit>
[[gnu::always_inline]] inline void for_each_in_order(const std::vector<Element>& list,
                                                     T Element::*key, bool are_known,
                                                     Visit&& visit) {
  constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;
  if ((are_known && !is_number) || detail::are_in_order(list, key)) {
    for (const Element& element : list) visit(element);
    return;
  }
  const InOrder ordered(list, key);
  for (std::size_t i = 0; i < ordered.size(); ++i) visit(ordered[i]);
}

}  // namespace schemac::impl
