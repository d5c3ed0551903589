// An n-dimensional array in place: what its elements are, its dimensions, its bytes.
//
// Elements lie packed, in row-major or column-major order. Where they are aligned and in the
// machine's byte order, `as<T>()` gives them as a span; in any case `at` gives single ones.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>

#include "schemac/core/bytes.h"
#include "schemac/core/checked.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element.h"
#include "schemac/core/scalar.h"
#include "schemac/core/scalar_list.h"

namespace schemac {

/// Bytes that `dims` elements of `dtype` take; false if the number doesn't fit 64 bits.
template <class List>
[[nodiscard]] inline bool array_size(const List& dims, Dtype dtype, std::uint64_t& out) {
  std::uint64_t count = 0;
  if (product(dims, count) && packed_size(count, bit_count(dtype), out)) [[likely]]
    return true;
  out = 0;
  return false;
}

/// Of an array that is a single element.
inline constexpr struct {
  [[nodiscard]] static constexpr std::uint64_t size() { return 0; }
  [[nodiscard]] constexpr std::uint64_t operator[](std::uint64_t) const { return 1; }
} no_dims;

/// The dimensions of an array where they lie, whatever their type.
class DimList {
 public:
  DimList() = default;
  template <class T, Endian order>
  explicit DimList(const ScalarList<T, order>& list)
      : begin_(list.bytes().data()),
        size_(list.size()),
        load_(&load_one<T, order>),
        stride_(sizeof(T)) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t operator[](std::uint64_t index) const {
    return load_(begin_ + index * stride_);
  }

 private:
  template <class T, Endian order>
  static std::uint64_t load_one(const std::byte* at) {
    return static_cast<std::uint64_t>(load<T, order>(at));
  }

  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t (*load_)(const std::byte*) = nullptr;
  std::uint64_t stride_ = 0;
};

enum class ArrayOrder : std::uint8_t { row_major, column_major };

class NdView {
 public:
  NdView() = default;
  NdView(Dtype dtype, DimList dims, Bytes bytes, Endian endian = Endian::little,
         ArrayOrder order = ArrayOrder::row_major)
      : bytes_(bytes), dims_(dims), dtype_(dtype), endian_(endian), order_(order) {}

  [[nodiscard]] Dtype dtype() const { return dtype_; }
  [[nodiscard]] std::uint64_t rank() const { return dims_.size(); }
  [[nodiscard]] const DimList& dims() const { return dims_; }
  [[nodiscard]] ArrayOrder order() const { return order_; }
  [[nodiscard]] Endian endian() const { return endian_; }
  /// The elements as they lie in the file.
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  /// Number of elements: it was checked to fit the bytes.
  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t count = 1;
    for (std::uint64_t i = 0; i < rank(); ++i) count *= dims_[i];
    return count;
  }

  /// All elements in storage order; nothing if `T` isn't their type, or if alignment or byte order
  /// forbid a span.
  template <Element T>
  [[nodiscard]] std::optional<std::span<const T>> as() const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(bytes_.data()) % alignof(T) == 0;
    if (dtype_of<T> != dtype_ || !is_aligned || !is_native()) return std::nullopt;
    return std::span<const T>(reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T));
  }
  /// One element; nothing if `T` isn't its type or there is no such element.
  template <Element T>
  [[nodiscard]] std::optional<T> at(std::initializer_list<std::uint64_t> indices) const {
    std::uint64_t place = 0;
    if (dtype_of<T> != dtype_ || !place_of(indices, place) || place >= bytes_.size() / sizeof(T))
      return std::nullopt;
    const std::byte* const element = bytes_.data() + place * sizeof(T);
    return endian_ == Endian::little ? detail::load_element<T, Endian::little>(element)
                                     : detail::load_element<T, Endian::big>(element);
  }

 private:
  [[nodiscard]] bool is_native() const {
    return bit_count(dtype_) <= 8 || detail::is_native(endian_);
  }
  // The element's number in storage order.
  [[nodiscard]] bool place_of(std::initializer_list<std::uint64_t> indices,
                              std::uint64_t& place) const {
    if (indices.size() != rank()) return false;
    for (std::uint64_t i = 0; i < rank(); ++i) {
      const std::uint64_t axis = order_ == ArrayOrder::row_major ? i : rank() - 1 - i;
      const std::uint64_t index = indices.begin()[axis];
      if (index >= dims_[axis] || !multiply(place, dims_[axis], place) || !add(place, index, place))
        return false;
    }
    return true;
  }

  Bytes bytes_;
  DimList dims_;
  Dtype dtype_ = Dtype::u8;
  Endian endian_ = Endian::little;
  ArrayOrder order_ = ArrayOrder::row_major;
};

}  // namespace schemac
