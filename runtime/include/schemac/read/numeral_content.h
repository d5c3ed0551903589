// Spelled numbers that an accessor finds when it is touched, and elements of its lists.
#pragma once

#include <string_view>

#include "schemac/core/numeral_views.h"
#include "schemac/core/result.h"
#include "schemac/read/content.h"
#include "schemac/read/value_reader.h"
#include "schemac/walk/view.h"
#include "schemac/wire/numeral_walk.h"

namespace schemac::impl::numeral {

namespace detail {

[[nodiscard, gnu::cold, gnu::noinline]] inline Violation violation_of(Spot spot, Region region,
                                                                      std::string_view field,
                                                                      const Check& unfit,
                                                                      const Form& form,
                                                                      const IntegerAt& found) {
  const Origin origin = spot.origin();
  Context context(origin.file, Limits{}, Strictness::read);
  const OriginFrame frame(origin);
  (void)note_integer(context, frame.frame(), field, unfit, form, region.begin, region.end, found);
  return first_violation(context);
}

}  // namespace detail

/// A number of type `Number`; `T` is the enumeration, if it is of one.
template <Form form, class T, class Number = T>
[[nodiscard]] inline Result<T> integer_in(Spot spot, Region region, std::string_view field,
                                          const Check& unfit) {
  IntegerAt integer;
  if (find_integer<form, Number>(region.begin, region.end, integer)) [[likely]]
    return static_cast<T>(static_cast<Number>(integer.bits));
  return detail::violation_of(spot, region, field, unfit, form, integer);
}

}  // namespace schemac::impl::numeral

namespace schemac::impl {

template <numeral::Form form, class T, class Out>
[[nodiscard]] bool read_value(ValueReader&, const NumeralView<form, T>& view, Out& out) {
  out = static_cast<Out>(view.value());
  return true;
}

}  // namespace schemac::impl
