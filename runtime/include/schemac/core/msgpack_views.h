// Integers and bytes of MessagePack as elements of a range.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/fault.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/violation.h"
#include "schemac/walk/number_view.h"
#include "schemac/walk/view.h"
#include "schemac/wire/msgpack.h"

namespace schemac::msgpack {

/// An integer of any width as element of a range.
template <class T>
class IntegerView : public impl::NumberView<T, impl::msgpack::IntegerAt> {
 public:
  using impl::NumberView<T, impl::msgpack::IntegerAt>::NumberView;

 private:
  friend struct schemac::impl::ViewAccess;
  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    static constexpr impl::Check form{Rule::bad_type, "tag",
                                      "the byte is {a:x}, which doesn't begin an integer"};
    return impl::msgpack::walk_integer(context, frame, {}, form, begin, end, this->found_)
               ? this->found_.after
               : nullptr;
  }
};

/// Bytes with their head as element of a range.
class BinView {
 public:
  BinView() = default;
  explicit BinView(const impl::Origin&) {}

  [[nodiscard]] Bytes bytes() const { return bin_.bytes(); }

 private:
  friend struct schemac::impl::ViewAccess;
  static constexpr impl::Check form_{Rule::bad_type, "head",
                                     "the byte is {a:x}, which doesn't begin a bin"};
  static constexpr impl::msgpack::BinForm bin_form_{
      {impl::msgpack::HeadForm::bytes, "head", &form_}};

  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    return impl::msgpack::walk_bin<bin_form_>(context, frame, begin, end, bin_) ? bin_.end
                                                                                : nullptr;
  }

  impl::msgpack::BinAt bin_;
};

}  // namespace schemac::msgpack

namespace schemac::impl::msgpack {

using schemac::msgpack::BinView;
using schemac::msgpack::IntegerView;

}  // namespace schemac::impl::msgpack
