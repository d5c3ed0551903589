// The bounds of an n-dimensional array, whose size follows from its dims and is perhaps stated,
// too.
#pragma once

#include <cstdint>
#include <string_view>

#include "schemac/base/array_size.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/fault.h"
#include "schemac/check/frame.h"
#include "schemac/walk/placed.h"

namespace schemac::impl {

/// The constants of an array.
struct ArrayForm {
  std::string_view path = {};  ///< of its bytes, which are one payload
  const Check* overflow = nullptr;
  const Check* size = nullptr;  ///< null: no size is stated
};
/// What is known of an array before its bytes are looked at.
struct ArraySize {
  bool fits = true;                    ///< its size fits 64 bits
  std::uint64_t needed = 0;            ///< bytes
  const std::byte* dims_at = nullptr;  ///< where it doesn't fit
  std::uint64_t stated = 0;            ///< what another field says
  const std::byte* stated_at = nullptr;
};

/// The size of an array with such dims, which lie at `dims_at`; `stated` is what another field
/// says.
template <class Dims, class Element>
[[nodiscard, gnu::always_inline]] inline ArraySize size_of_array(
    const Dims& dims, Element element, const std::byte* dims_at, std::uint64_t stated = 0,
    const std::byte* stated_at = nullptr) {
  ArraySize size{true, 0, dims_at, stated, stated_at};
  size.fits = array_size(dims, element, size.needed);
  return size;
}

/// Notes what is wrong with an array that doesn't fit [begin, end) or isn't as large as stated;
/// returns `compared`, or null where the walk stops. Dims and a size are stated by fields of the
/// record at `frame`; the bytes are below `own`.
[[gnu::cold, gnu::noinline]] inline const std::byte* note_array(
    Context& context, const Frame& frame, const Frame& own, const ArrayForm& form, ArraySize array,
    const std::byte* begin, const std::byte* end) {
  if (!array.fits) {
    context.forget_fault_end();
    context.note(*form.overflow, frame, array.dims_at);
    return nullptr;
  }
  const bool is_wrong = form.size != nullptr && array.stated != array.needed;
  if (is_wrong &&
      !context.note(*form.size, frame, array.stated_at, Facts{array.stated, array.needed}))
    return nullptr;
  if (array.needed <= static_cast<std::uint64_t>(end - begin)) return compared;
  const StretchField bytes{form.path, 1, true, false};
  context.fault(Stretch{{&bytes, 1}, nullptr}, own, begin, end, nullptr, array.needed);
  if (form.size != nullptr)
    context.forget_fault_end();  // its size was compared: nothing more is said of it
  return nullptr;
}

/// The same for an array that can't be looked at: of its size alone. Returns whether the walk goes
/// on.
[[gnu::cold, gnu::noinline]] inline bool note_array_size(Context& context, const Frame& frame,
                                                         const ArrayForm& form, ArraySize array) {
  if (!array.fits) return context.note(*form.overflow, frame, array.dims_at);
  return array.stated == array.needed ||
         context.note(*form.size, frame, array.stated_at, Facts{array.stated, array.needed});
}

/// The same where the size comes before the bytes, below `own` like them.
[[gnu::cold, gnu::noinline]] inline bool note_array_size(Context& context, const Frame& frame,
                                                         const Frame& own, const ArrayForm& form,
                                                         ArraySize array) {
  return note_array_size(context, array.fits ? own : frame, form, array);
}

/// The end of the array at `begin`; `compared` where another size is stated; or null.
[[nodiscard, gnu::always_inline]] inline const std::byte* check_array(
    Context& context, const Frame& frame, const Frame& own, const ArrayForm& form,
    const ArraySize& array, const std::byte* begin, const std::byte* end) {
  const bool is_as_stated = form.size == nullptr || array.stated == array.needed;
  const bool is_whole =
      array.fits && is_as_stated && array.needed <= static_cast<std::uint64_t>(end - begin);
  return is_whole ? begin + array.needed : note_array(context, frame, own, form, array, begin, end);
}
[[nodiscard, gnu::always_inline]] inline const std::byte* check_array(
    Context& context, const Frame& frame, const ArrayForm& form, const ArraySize& array,
    const std::byte* begin, const std::byte* end) {
  return check_array(context, frame, frame, form, array, begin, end);
}

}  // namespace schemac::impl
