// Products of lists that were made while their elements were looked at.
//
// Dimensions are checked one by one, and then multiplied: by a rule, for the size of an array, by
// an accessor. Where finding the elements costs something (a tag before each), a walk does both in
// one pass, and the list carries its product.
#pragma once

#include <cstdint>
#include <type_traits>

#include "schemac/base/checked.h"
#include "schemac/base/lists.h"
#include "schemac/core/scalar_list.h"

namespace schemac::impl {

/// A product, one factor after the other; 1 of none. It is known as long as it and each factor are
/// below 2^32, so that no step can overflow: one look at the end is enough, and arithmetic after it
/// needs none. What is larger is multiplied again, with care.
class KnownProduct {
 public:
  KnownProduct() = default;
  /// Of factors that were multiplied elsewhere, and fit.
  explicit KnownProduct(std::uint64_t value) : value_(value), bits_(value) {}
  template <class Number>
  [[gnu::always_inline]] void take(Number factor) {
    const auto bits = static_cast<std::uint64_t>(factor);  // the upper ones are set below 0
    value_ *= bits;
    bits_ |= value_;
    if constexpr (std::is_signed_v<Number> || std::is_enum_v<Number> ||
                  sizeof(Number) > sizeof(std::uint32_t))
      bits_ |= bits;
  }
  /// All factors of another product.
  [[gnu::always_inline]] void take(const KnownProduct& other) {
    value_ *= other.value_;
    bits_ |= value_ | other.bits_;
  }
  /// One that isn't known.
  [[nodiscard]] static KnownProduct none() { return KnownProduct(~std::uint64_t{0}); }
  [[nodiscard, gnu::always_inline]] bool is_known() const { return bits_ >> 32 == 0; }
  /// What it is, if it `is_known`.
  [[nodiscard, gnu::always_inline]] std::uint64_t value() const {
    return static_cast<std::uint32_t>(value_);
  }

 private:
  std::uint64_t value_ = 1;
  std::uint64_t bits_ = 0;  ///< all that were set in it so far, and in a factor
};

namespace detail {

/// `first` times the product of a list, 0 if it doesn't fit, and whether it does.
struct ListProduct {
  std::uint64_t value = 0;
  bool fits = false;
};
template <class List>
[[nodiscard, gnu::cold, gnu::noinline]] ListProduct product_of(const List& list,
                                                               std::uint64_t first) {
  ListProduct out;
  out.fits = product(list, first, out.value);
  return out;
}

}  // namespace detail

}  // namespace schemac::impl
