// A number of variable size as element of a range.
#pragma once

#include "schemac/walk/view.h"

namespace schemac::impl {

/// `Found` has its bits, once a walk has found it.
template <class T, class Found>
class NumberView {
 public:
  NumberView() = default;
  explicit NumberView(const Origin&) {}

  [[nodiscard]] T value() const { return static_cast<T>(found_.bits); }
  [[nodiscard]] operator T() const { return value(); }  // NOLINT(google-explicit-constructor)

 protected:
  Found found_;
};

}  // namespace schemac::impl
