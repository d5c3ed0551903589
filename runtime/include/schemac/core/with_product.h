// A list with its product.
#pragma once

#include <cstdint>

#include "schemac/base/checked.h"
#include "schemac/base/known_product.h"
#include "schemac/base/lists.h"

namespace schemac {

/// A list with its product.
template <class List>
class WithProduct : public List {
 public:
  WithProduct() = default;
  WithProduct(const List& list, const impl::KnownProduct& product)
      : List(list), product_(product) {}

  [[nodiscard]] const impl::KnownProduct& known_product() const { return product_; }
  /// `first` times the product of the list; see `product` of other lists.
  [[nodiscard, gnu::always_inline]] friend bool product(const WithProduct& list,
                                                        std::uint64_t first, std::uint64_t& out) {
    const impl::KnownProduct& known = list.known_product();
    std::uint64_t value = 0;
    if (known.is_known() && impl::multiply(first, known.value(), value)) [[likely]] {
      out = value;
      return true;
    }
    const List copy = list;  // so that the list itself can live in registers
    const impl::detail::ListProduct careful = impl::detail::product_of<List>(copy, first);
    out = careful.value;
    return careful.fits;
  }

 private:
  impl::KnownProduct product_;
};

}  // namespace schemac
