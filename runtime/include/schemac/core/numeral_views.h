// Spelled numbers as elements of a range.
#pragma once

#include <cstddef>

#include "schemac/base/numeral_sentence.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/violation.h"
#include "schemac/walk/number_view.h"
#include "schemac/walk/view.h"
#include "schemac/wire/numeral_walk.h"

namespace schemac {

/// A spelled number as element of a range.
template <impl::numeral::Form form, class T>
class NumeralView : public impl::NumberView<T, impl::numeral::IntegerAt> {
 public:
  using impl::NumberView<T, impl::numeral::IntegerAt>::NumberView;

 private:
  friend struct schemac::impl::ViewAccess;
  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    static constexpr impl::Check unfit{
        Rule::bad_value, "", impl::numeral::unfit_sentence_of<form, T>.view(), "", Level::error};
    return impl::numeral::walk_integer<form, T>(context, frame, {}, unfit, begin, end, this->found_)
               ? this->found_.after
               : nullptr;
  }
};

}  // namespace schemac
