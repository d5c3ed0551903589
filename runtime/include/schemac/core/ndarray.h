// An n-dimensional array in place: what its elements are, its dimensions, its bytes.
//
// Elements lie packed, in row-major or column-major order. Where they are aligned and in the
// machine's byte order, `as<T>()` gives them as a span; in any case `at` gives single ones.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/known_product.h"
#include "schemac/base/lists.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element.h"
#include "schemac/core/scalar.h"
#include "schemac/core/scalar_list.h"
#include "schemac/core/with_product.h"

namespace schemac {

/// The dimensions of an array: where they lie, whatever their type, and single numbers before and
/// after that list.
class DimList {
 public:
  /// The most single numbers; a schema with more is refused.
  static constexpr std::uint64_t max_numbers = 6;

  DimList() = default;
  template <class List>
  explicit DimList(const List& list) requires(!std::is_same_v<List, DimList>) {
    if constexpr (requires { list.as_dims(); })
      *this = list.as_dims();
    else
      add_dims(list);
  }

  /// The one list.
  template <class List>
  DimList& add_dims(const List& list) {
    if constexpr (requires { list.region(); }) {  // elements lie apart
      begin_ = list.region().begin;
      end_ = list.region().end;
    } else {
      begin_ = list.bytes().data();
    }
    size_ = list.size();
    load_ = &load_one<List>;
    front_ = numbers_;
    return *this;
  }
  template <class List>
  DimList& add_dims(const WithProduct<List>& list) {
    return add_dims(static_cast<const List&>(list));
  }
  template <class T>
  DimList& add_dims(const OrderedList<T>& list) {
    const std::byte* const begin = list.bytes().data();
    return list.order() == Endian::big ? add_dims(ScalarList<T, Endian::big>(begin, list.size()))
                                       : add_dims(ScalarList<T>(begin, list.size()));
  }
  /// A list of the same in memory.
  template <class T>
  DimList& add_dims(const std::vector<T>& list) {
    return add_dims(impl::list_in_memory(list));
  }
  /// A single number; none: one that is below 0 or can't be computed.
  DimList& add_dim(std::optional<std::uint64_t> dim) {
    has_bad_ = has_bad_ || !dim;
    is_bad_number_[numbers_] = !dim;
    number_[numbers_++] = dim.value_or(0);
    return *this;
  }
  DimList& add_dim_if(bool is_there, std::optional<std::uint64_t> dim) {
    return is_there ? add_dim(dim) : *this;
  }

  [[nodiscard]] std::uint64_t size() const { return size_ + numbers_; }
  [[nodiscard]] std::uint64_t operator[](std::uint64_t index) const {
    if (index < front_) return number_[index];
    index -= front_;
    return index < size_ ? load_(begin_, end_, index).value_or(0) : number_[front_ + index - size_];
  }
  /// Whether it is the number 0.
  [[nodiscard]] bool is_zero(std::uint64_t index) const {
    if (index < front_ || index >= front_ + size_) {
      const std::uint64_t number = index < front_ ? index : index - size_;
      return number_[number] == 0 && !is_bad_number_[number];
    }
    const std::optional<std::uint64_t> dim = load_(begin_, end_, index - front_);
    return dim && *dim == 0;
  }
  /// Whether some dim is no number of 0 or more.
  [[nodiscard]] bool has_bad() const {
    bool is_bad = has_bad_;
    for (std::uint64_t i = 0; i < size_; ++i) is_bad = is_bad || !load_(begin_, end_, i);
    return is_bad;
  }

 private:
  template <class List>
  static std::optional<std::uint64_t> load_one(const std::byte* begin,
                                               [[maybe_unused]] const std::byte* end,
                                               std::uint64_t index) {
    typename List::value_type element;
    if constexpr (requires(const List& list) { list.region(); })
      element = List::element(begin, end, index);
    else
      element = List(begin, index + 1)[index];
    const auto value = impl::detail::plain_number(element);
    if constexpr (std::is_signed_v<decltype(value)>)
      if (value < 0) return std::nullopt;
    return static_cast<std::uint64_t>(value);
  }

  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;  ///< of what holds the elements, if they lie apart
  std::uint64_t size_ = 0;
  std::optional<std::uint64_t> (*load_)(const std::byte*, const std::byte*,
                                        std::uint64_t) = nullptr;
  std::uint32_t front_ = 0;  ///< numbers before the list
  std::uint32_t numbers_ = 0;
  bool has_bad_ = false;
  // Those after numbers_ are never read.
  bool is_bad_number_[max_numbers];
  std::uint64_t number_[max_numbers];
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

  /// How many elements lie from one to the next along an axis, which is below `rank()`; what a
  /// dimension of 0 makes of it has no meaning.
  [[nodiscard]] std::uint64_t stride(std::uint64_t axis) const {
    std::uint64_t stride = 1;
    const bool is_row_major = order_ == ArrayOrder::row_major;
    for (std::uint64_t i = is_row_major ? axis + 1 : 0; i < (is_row_major ? rank() : axis); ++i)
      stride *= dims_[i];
    return stride;
  }

  /// All elements in storage order; nothing if `T` isn't their type, or if alignment or byte order
  /// forbid a span.
  template <Element T>
  [[nodiscard]] std::optional<std::span<const T>> as() const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(bytes_.data()) % alignof(T) == 0;
    if (dtype_of<T> != dtype_ || !is_aligned || !is_native()) return std::nullopt;
    return std::span<const T>(reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T));
  }
  /// Element `index` in storage order, which is below `size()`, whatever its type.
  [[nodiscard]] Scalar element(std::uint64_t index) const {
    const std::uint64_t bits = bit_count(dtype_);
    if (bits >= 8) return Scalar::load_from(bytes_.data() + index * (bits / 8), dtype_, endian_);
    const auto byte = std::to_integer<unsigned>(bytes_[index * bits / 8]);
    return Scalar::of(dtype_, byte >> (index * bits % 8));
  }
  /// One element; nothing if `T` isn't its type or there is no such element.
  template <Element T>
  [[nodiscard]] std::optional<T> at(std::initializer_list<std::uint64_t> indices) const {
    std::uint64_t flat = 0;
    if (dtype_of<T> != dtype_ || !index_of(indices, flat) || flat >= bytes_.size() / sizeof(T))
      return std::nullopt;
    const std::byte* const element = bytes_.data() + flat * sizeof(T);
    return endian_ == Endian::little ? impl::detail::load_element<T, Endian::little>(element)
                                     : impl::detail::load_element<T, Endian::big>(element);
  }

 private:
  [[nodiscard]] bool is_native() const {
    return bit_count(dtype_) <= 8 || impl::detail::is_native(endian_);
  }
  // The element's number in storage order.
  [[nodiscard]] bool index_of(std::initializer_list<std::uint64_t> indices,
                              std::uint64_t& flat) const {
    if (indices.size() != rank()) return false;
    for (std::uint64_t i = 0; i < rank(); ++i) {
      const std::uint64_t axis = order_ == ArrayOrder::row_major ? i : rank() - 1 - i;
      const std::uint64_t index = indices.begin()[axis];
      if (index >= dims_[axis] || !impl::multiply(flat, dims_[axis], flat) ||
          !impl::add(flat, index, flat))
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
