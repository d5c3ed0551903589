// Scalars one after the other where they lie: unaligned, in the file's byte order, decoded on
// access.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <type_traits>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"

namespace schemac::impl {

namespace detail {

/// An element as its C++ type; `T` may be one of the short floating-point types, which are made of
/// their bits.
template <class T, Endian order = Endian::little>
[[nodiscard]] inline T load_element(const std::byte* at) {
  if constexpr (std::is_same_v<T, bool>) {
    return load<std::uint8_t>(at) != 0;
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return load<T, order>(at);
  } else if constexpr (requires(T value) { value.bits; }) {
    return T::from_bits(load<decltype(T::bits), order>(at));
  } else {
    using Component = typename T::value_type;
    return T(load<Component, order>(at), load<Component, order>(at + sizeof(Component)));
  }
}

/// An element in a byte order that is known when the program runs.
template <class T>
[[nodiscard]] inline T load_element(const std::byte* at, Endian order) {
  return order == Endian::big ? load_element<T, Endian::big>(at) : load_element<T>(at);
}

/// A position in a list that is read by index.
template <class List>
class IndexIterator {
 public:
  using value_type = typename List::value_type;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  using pointer = void;
  using reference = value_type;

  IndexIterator() = default;
  IndexIterator(const List& list, std::uint64_t index) : list_(list), index_(index) {}

  value_type operator*() const { return list_[index_]; }
  IndexIterator& operator++() {
    ++index_;
    return *this;
  }
  IndexIterator operator++(int) {
    IndexIterator before = *this;
    ++index_;
    return before;
  }
  bool operator==(const IndexIterator& other) const { return index_ == other.index_; }

 private:
  List list_;
  std::uint64_t index_ = 0;
};

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// `size()` scalars of type `T`.
template <class T, Endian order = Endian::little>
class ScalarList {
 public:
  using value_type = T;
  static constexpr std::uint64_t stride = std::is_same_v<T, bool> ? 1 : sizeof(T);

  ScalarList() = default;
  ScalarList(const std::byte* begin, std::uint64_t size) : begin_(begin), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The element at `index`, which is below `size()`.
  [[nodiscard]] T operator[](std::uint64_t index) const {
    return impl::detail::load_element<T, order>(begin_ + index * stride);
  }
  [[nodiscard]] auto begin() const { return impl::detail::IndexIterator<ScalarList>(*this, 0); }
  [[nodiscard]] auto end() const { return impl::detail::IndexIterator<ScalarList>(*this, size_); }
  [[nodiscard]] Bytes bytes() const { return {begin_, static_cast<std::size_t>(size_ * stride)}; }

 private:
  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
};

/// The same in a byte order that only the file says.
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

/// Bits, the first one lowest in the first byte.
class BitList {
 public:
  using value_type = bool;
  static constexpr std::uint64_t in_byte = 8;

  BitList() = default;
  BitList(const std::byte* begin, std::uint64_t size) : begin_(begin), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool operator[](std::uint64_t index) const {
    return ((std::to_integer<unsigned>(begin_[index / 8]) >> (index % 8)) & 1) != 0;
  }
  [[nodiscard]] auto begin() const { return impl::detail::IndexIterator<BitList>(*this, 0); }
  [[nodiscard]] auto end() const { return impl::detail::IndexIterator<BitList>(*this, size_); }
  [[nodiscard]] Bytes bytes() const {
    return {begin_, static_cast<std::size_t>(impl::ceil_div(size_, 8))};
  }

 private:
  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace schemac

namespace schemac::impl {

/// Bytes that `count` elements of less than 8 bits take together.
[[nodiscard]] constexpr std::uint64_t payload_size(std::uint64_t count, std::uint64_t bits) {
  return count / 8 * bits + ceil_div(count % 8 * bits, 8);
}

/// How many elements of `size` bytes there are up to the first one for which `is_last(place,
/// index)` holds. If none of those that are whole is that, one more than these.
template <std::uint64_t size, class IsLast>
[[nodiscard, gnu::always_inline]] inline std::uint64_t count_to_last(const std::byte* begin,
                                                                     const std::byte* end,
                                                                     const IsLast& is_last) {
  const std::uint64_t whole = static_cast<std::uint64_t>(end - begin) / size;
  for (std::uint64_t i = 0; i < whole; ++i)
    if (is_last(begin + i * size, i)) return i + 1;
  return whole + 1;
}

}  // namespace schemac::impl

namespace schemac {

/// Scalars of less than 8 bits, the first one lowest in the first byte.
template <Dtype dtype>
class PackedList {
 public:
  static constexpr unsigned bits = bit_count(dtype);
  static constexpr std::uint64_t in_byte = 8 / bits;
  static constexpr bool has_sign = name(dtype).front() != 'u';
  using value_type = std::conditional_t<has_sign, std::int8_t, std::uint8_t>;

  PackedList() = default;
  PackedList(const std::byte* begin, std::uint64_t size) : begin_(begin), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] value_type operator[](std::uint64_t index) const {
    const unsigned byte = std::to_integer<unsigned>(begin_[index / in_byte]);
    const unsigned value = (byte >> (index % in_byte * bits)) & ((1u << bits) - 1);
    if constexpr (dtype == Dtype::t1) return static_cast<value_type>(value != 0 ? 1 : -1);
    const unsigned sign = has_sign ? 1u << (bits - 1) : 0;
    return static_cast<value_type>(static_cast<int>(value ^ sign) - static_cast<int>(sign));
  }
  [[nodiscard]] Bytes bytes() const {
    return {begin_, static_cast<std::size_t>(impl::payload_size(size_, bits))};
  }
  [[nodiscard]] auto begin() const { return impl::detail::IndexIterator<PackedList>(*this, 0); }
  [[nodiscard]] auto end() const { return impl::detail::IndexIterator<PackedList>(*this, size_); }

 private:
  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace schemac
