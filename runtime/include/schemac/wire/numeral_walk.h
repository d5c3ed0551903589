// Spelled numbers in a walk: what is wrong with one that isn't whole, or doesn't fit its type, is
// noted.
#pragma once

#include <cstddef>
#include <string_view>

#include "schemac/base/checked.h"
#include "schemac/base/numeral.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/fault.h"
#include "schemac/check/frame.h"

namespace schemac::impl::numeral {

/// Notes what is wrong with the number at `begin`, which `found` says; `field` is its path, `form`
/// how it is spelled. Always false.
[[gnu::cold, gnu::noinline]] inline bool note_integer(Context& context, const Frame& frame,
                                                      std::string_view field, const Check& unfit,
                                                      const Form& form, const std::byte* begin,
                                                      const std::byte* end,
                                                      const IntegerAt& found) {
  if (found.content != end) {
    context.refuse(unfit, frame, found.content, {std::to_integer<std::uint64_t>(*found.content)});
    return false;
  }
  const StretchField integer{field, form.size != 0 ? form.size : distance(begin, end) + 1};
  const Stretch stretch{{&integer, 1}};
  return context.note(Fault{&stretch, begin, end}, frame);
}

/// The same as `find_integer`, with what is wrong noted.
template <Form form, class T>
[[nodiscard, gnu::always_inline]] inline bool walk_integer(Context& context, const Frame& frame,
                                                           std::string_view field,
                                                           const Check& unfit,
                                                           const std::byte* begin,
                                                           const std::byte* end, IntegerAt& out) {
  if (find_integer<form, T>(begin, end, out)) [[likely]]
    return true;
  return note_integer(context, frame, field, unfit, form, begin, end, out);
}

}  // namespace schemac::impl::numeral
