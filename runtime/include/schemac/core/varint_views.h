// Varints as elements of a range.
#pragma once

#include <bit>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/violation.h"
#include "schemac/walk/number_view.h"
#include "schemac/walk/view.h"
#include "schemac/wire/varint_walk.h"

namespace schemac::impl::varint {

/// What is said of a number that doesn't fit its type, which is one of eight.
template <class T>
inline constexpr std::string_view unfit_sentence = [] {
  constexpr std::string_view sentences[] = {
      "the byte is {a:x}, with which the number does not fit u8",
      "the byte is {a:x}, with which the number does not fit u16",
      "the byte is {a:x}, with which the number does not fit u32",
      "the byte is {a:x}, with which the number does not fit u64",
      "the byte is {a:x}, with which the number does not fit i8",
      "the byte is {a:x}, with which the number does not fit i16",
      "the byte is {a:x}, with which the number does not fit i32",
      "the byte is {a:x}, with which the number does not fit i64"};
  const std::size_t width = std::bit_width(sizeof(T)) - 1;
  return sentences[width + (std::is_signed_v<T> ? 4 : 0)];
}();

}  // namespace schemac::impl::varint

namespace schemac {

/// A varint as element of a range.
template <impl::varint::Form form, class T>
class VarintView : public impl::NumberView<T, impl::varint::IntegerAt> {
 public:
  using impl::NumberView<T, impl::varint::IntegerAt>::NumberView;

 private:
  friend struct schemac::impl::ViewAccess;
  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    static constexpr impl::Check unfit{Rule::bad_value, "", impl::varint::unfit_sentence<T>, "",
                                       Level::error};
    return impl::varint::walk_integer<form, T>(context, frame, {}, unfit, begin, end, this->found_)
               ? this->found_.after
               : nullptr;
  }
};

}  // namespace schemac
