// How many bytes an array takes, from its dimensions and what its elements are.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/known_product.h"
#include "schemac/base/lists.h"
#include "schemac/core/dtype.h"
#include "schemac/core/ndarray.h"

namespace schemac::impl {

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

}  // namespace schemac::impl
