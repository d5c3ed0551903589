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

#include "schemac/core/bytes.h"
#include "schemac/core/checked.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element.h"
#include "schemac/core/known_product.h"
#include "schemac/core/scalar.h"
#include "schemac/core/scalar_list.h"

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
    if constexpr (requires { list.region(); }) {  // elements stand apart
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
  /// A list of the same in memory.
  template <class T>
  DimList& add_dims(const std::vector<T>& list) {
    return add_dims(list_in_memory(list));
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
    const auto value = detail::plain_number(element);
    if constexpr (std::is_signed_v<decltype(value)>)
      if (value < 0) return std::nullopt;
    return static_cast<std::uint64_t>(value);
  }

  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;  ///< of what holds the elements, if they stand apart
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

/// The product of dims, 0 where one is 0; false if it doesn't fit, or if a dim is no number.
[[nodiscard]] inline bool product(const DimList& dims, std::uint64_t& out) {
  std::uint64_t result = 1;
  bool fits = !dims.has_bad();
  for (std::uint64_t i = 0; i < dims.size() && fits; ++i) fits = multiply(result, dims[i], result);
  out = fits ? result : 0;
  if (fits) [[likely]]
    return true;
  for (std::uint64_t i = 0; i < dims.size(); ++i)
    if (dims.is_zero(i)) return true;
  return false;
}

namespace detail {

/// The same out of line, of a copy that is made for it: dims whose product fits live in registers.
template <class Dims>
[[nodiscard, gnu::cold, gnu::noinline]] inline bool product_slowly(const Dims& dims,
                                                                   std::uint64_t& out) {
  return product(DimList(dims), out);
}

}  // namespace detail

/// Dimensions that begin with a list: as a DimList, but the list's type stays known, so that their
/// product needs no calls.
template <class List>
class JoinedDims {
 public:
  [[gnu::always_inline]] explicit JoinedDims(const List& list) : list_(list) {}
  template <class T>
  [[gnu::always_inline]] explicit JoinedDims(const std::vector<T>& list)
      : list_(list_in_memory(list)) {}

  [[gnu::always_inline]] JoinedDims& add_dim(std::optional<std::uint64_t> dim) {
    return add_dim_if(true, dim);
  }
  // (A number that isn't there takes a slot, too: which one comes next has to be known beforehand,
  // or they would need memory.)
  [[gnu::always_inline]] JoinedDims& add_dim_if(bool is_there, std::optional<std::uint64_t> dim) {
    has_bad_ |= is_there && !dim;
    factor_.take(is_there ? dim.value_or(1) : std::uint64_t{1});
    is_there_[slots_] = is_there;
    is_bad_number_[slots_] = !dim;
    number_[slots_++] = dim.value_or(0);
    return *this;
  }
  [[nodiscard]] DimList as_dims() const {
    DimList dims(list_);
    for (std::uint32_t i = 0; i < slots_; ++i)
      dims.add_dim_if(is_there_[i], is_bad_number_[i] ? std::nullopt : std::optional(number_[i]));
    return dims;
  }
  /// Of all dims, as far as it is known.
  [[nodiscard, gnu::always_inline]] KnownProduct known_product() const requires
      requires(const List& list) {
    list.known_product();
  }
  {
    KnownProduct product = list_.known_product();
    product.take(factor_);
    if (has_bad_) product = KnownProduct::none();
    return product;
  }
  [[gnu::always_inline]] friend bool product(const JoinedDims& dims, std::uint64_t& out) {
    std::uint64_t value = 0;
    if (!dims.has_bad_ && dims.factor_.is_known() &&
        product(dims.list_, dims.factor_.value(), value)) [[likely]] {
      out = value;
      return true;
    }
    const JoinedDims copy = dims;
    std::uint64_t careful = 0;
    const bool fits = detail::product_slowly(copy, careful);
    out = careful;
    return fits;
  }

 private:
  List list_;
  KnownProduct factor_;  ///< of the numbers
  bool has_bad_ = false;
  std::uint32_t slots_ = 0;
  // Those after slots_ are never read.
  bool is_there_[DimList::max_numbers];
  bool is_bad_number_[DimList::max_numbers];
  std::uint64_t number_[DimList::max_numbers];
};
template <class T>
JoinedDims(const std::vector<T>&) -> JoinedDims<ListInMemory<T>>;

/// Bytes that `dims` elements of `element_size` bytes take; false if the number doesn't fit 64
/// bits.
template <class List>
[[nodiscard, gnu::always_inline]] inline bool array_size(const List& dims,
                                                         std::uint64_t element_size,
                                                         std::uint64_t& out) {
  if constexpr (requires { dims.known_product(); }) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const KnownProduct known = dims.known_product();
    if (known.is_known() && element_size <= most) [[likely]] {  // so this doesn't overflow
      out = known.value() * element_size;
      return true;
    }
  }
  if constexpr (std::is_same_v<List, DimList> || requires { dims.as_dims(); }) {
    std::uint64_t count = 0;
    if (product(dims, count) && multiply(count, element_size, out)) return true;
    out = 0;
    return false;
  } else {
    return product(dims, element_size, out);
  }
}
/// The same for elements of `dtype`, which may share bytes.
template <class List>
[[nodiscard, gnu::always_inline]] inline bool array_size(const List& dims, Dtype dtype,
                                                         std::uint64_t& out) {
  const std::uint64_t bits = bit_count(dtype);
  if (bits % 8 == 0) return array_size(dims, bits / 8, out);
  std::uint64_t count = 0;
  if (product(dims, count) && packed_size(count, bits, out)) return true;
  out = 0;
  return false;
}

/// What was looked up of elements some of which share bytes.
struct ElementSize {
  std::uint64_t bytes = 0;  ///< of one; 0 if they share bytes, or if it isn't known what they are
  /// Of those that share bytes: `bits_of(member)` are the bits of one, 0 if that isn't known. (Not
  /// looked up before it is needed.)
  std::uint64_t member = 0;
  std::uint64_t (*bits_of)(std::uint64_t) = nullptr;
};

namespace detail {

template <class List>
[[nodiscard, gnu::cold, gnu::noinline]] ListProduct packed_array_size(List dims,
                                                                      ElementSize element) {
  const std::uint64_t bits = element.bits_of != nullptr ? element.bits_of(element.member) : 0;
  ListProduct size;
  std::uint64_t count = 0;
  size.fits = bits != 0 && product(dims, count) && packed_size(count, bits, size.value);
  if (!size.fits) size.value = 0;
  return size;
}

}  // namespace detail

/// The same as for their dtype; false if that isn't known.
template <class List>
[[nodiscard, gnu::always_inline]] inline bool array_size(const List& dims, ElementSize element,
                                                         std::uint64_t& out) {
  if (element.bytes != 0) [[likely]]
    return array_size(dims, element.bytes, out);
  detail::ListProduct size = detail::packed_array_size(dims, element);
  out = size.value;
  return size.fits;
}

/// Of an array that is a single element.
inline constexpr struct {
  [[nodiscard]] static constexpr std::uint64_t size() { return 0; }
  [[nodiscard]] constexpr std::uint64_t operator[](std::uint64_t) const { return 1; }
} no_dims;

/// A number of `dims` that may not fit: none if it can't be computed or is below 0.
template <class Compute>
[[nodiscard]] inline std::optional<std::uint64_t> dim_if_any(Compute compute) {
  bool fits = true;
  const auto value = compute(fits);
  if (!fits || std::cmp_less(value, 0)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

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
