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
#include "schemac/walk/view.h"
#include "schemac/wire/msgpack.h"

namespace schemac::msgpack {

/// An integer of any width as element of a range.
template <class T>
class IntegerView {
 public:
  IntegerView() = default;
  explicit IntegerView(const impl::Origin&) {}

  [[nodiscard]] T value() const { return static_cast<T>(integer_.bits); }
  [[nodiscard]] operator T() const { return value(); }  // NOLINT(google-explicit-constructor)

 private:
  friend struct schemac::impl::ViewAccess;
  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    static constexpr impl::Check form{Rule::bad_type,
                                      Level::error,
                                      {},
                                      "tag",
                                      "the byte is {a:x}, which doesn't begin an integer"};
    return impl::msgpack::walk_integer(context, frame, {}, form, begin, end, integer_)
               ? integer_.after
               : nullptr;
  }

  impl::msgpack::IntegerAt integer_;
};

/// Bytes with their head as element of a range.
class BinView {
 public:
  BinView() = default;
  explicit BinView(const impl::Origin&) {}

  [[nodiscard]] Bytes bytes() const { return bin_.bytes(); }

 private:
  friend struct schemac::impl::ViewAccess;
  static constexpr impl::Check form_{
      Rule::bad_type, Level::error, {}, "head", "the byte is {a:x}, which doesn't begin a bin"};
  static constexpr impl::Part part_{{}, 1, true};
  static constexpr impl::msgpack::BinForm bin_form_{
      {impl::msgpack::HeadForm::bytes, "head", &form_}, {{&part_, 1}}};

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
