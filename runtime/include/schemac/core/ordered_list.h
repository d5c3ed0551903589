// Scalars one after the other, in a byte order that only the file says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/scalar_list.h"

namespace schemac::impl::detail {

/// An element in a byte order that is known when the program runs.
template <class T>
[[nodiscard]] inline T load_element(const std::byte* at, Endian order) {
  return order == Endian::big ? load_element<T, Endian::big>(at) : load_element<T>(at);
}

}  // namespace schemac::impl::detail

namespace schemac {

/// `size()` scalars of type `T`, unaligned, decoded on access.
template <class T>
class OrderedList {
 public:
  using value_type = T;
  static constexpr std::uint64_t stride = ScalarList<T>::stride;

  OrderedList() = default;
  OrderedList(const std::byte* begin, std::uint64_t size, Endian order)
      : begin_(begin), size_(size), order_(order) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Endian order() const { return order_; }
  /// The element at `index`, which is below `size()`.
  [[nodiscard]] T operator[](std::uint64_t index) const {
    return impl::detail::load_element<T>(begin_ + index * stride, order_);
  }
  [[nodiscard]] auto begin() const { return impl::detail::IndexIterator<OrderedList>(*this, 0); }
  [[nodiscard]] auto end() const { return impl::detail::IndexIterator<OrderedList>(*this, size_); }
  [[nodiscard]] Bytes bytes() const { return {begin_, static_cast<std::size_t>(size_ * stride)}; }

 private:
  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
  Endian order_ = Endian::little;
};

}  // namespace schemac
