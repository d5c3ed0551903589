// Content that an accessor finds when it is touched: after a jump, in a region, in an alternative.
//
// Each function looks at the start of a region and gives what lies there, or the violation that
// prevents it. They check what safe reading needs, and nothing else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "schemac/base/array_size.h"
#include "schemac/base/lists.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/scalar_list.h"
#include "schemac/walk/array_walk.h"
#include "schemac/walk/view.h"
#include "schemac/wire/text_form.h"

namespace schemac::impl {

/// A field of the record at `origin`; without a name what lies at `origin` itself. Its own origin
/// is only made up where something is wrong.
struct Spot {
  const Origin& of;
  const char* name = nullptr;

  [[nodiscard]] Origin origin() const { return name == nullptr ? of : of.of(name); }
};

namespace detail {

[[nodiscard, gnu::cold, gnu::noinline]] inline Violation missing_at(Origin of, const char* name,
                                                                    Region region,
                                                                    std::uint64_t needed) {
  return violation_at(Spot{of, name}.origin(),
                      Check{Rule::truncated, {}, "{a} bytes needed, {b} left"}, region.begin,
                      Facts{needed, region.size()});
}
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation overflow_at(Origin of,
                                                                     const ArrayForm& form,
                                                                     Region region) {
  return violation_at(of, *form.overflow, region.begin);
}

}  // namespace detail

template <class T, Endian order = Endian::little>
[[nodiscard]] inline Result<T> scalar_in(Spot spot, Region region) {
  constexpr std::uint64_t size = ScalarList<T>::stride;
  if (region.size() < size) return detail::missing_at(spot.of, spot.name, region, size);
  return detail::load_element<T, order>(region.begin);
}
template <class T>
[[nodiscard]] inline Result<T> scalar_in(Spot spot, Region region, Endian order) {
  return order == Endian::big ? scalar_in<T, Endian::big>(spot, region)
                              : scalar_in<T>(spot, region);
}

template <const TextForm& form>
[[nodiscard]] inline Result<std::string_view> text_in(Spot spot, Region region,
                                                      std::uint64_t size = 0) {
  TextAt text;
  if (find_text<form>(region.begin, region.end, size, text)) [[likely]]
    return text.text();
  const Origin origin = spot.origin();
  Context context(origin.file, Limits{}, Strictness::read);
  const OriginFrame frame(origin);
  note_missing_text(context, frame.frame(), form, text, region.end, region.begin);
  return first_violation(context);
}

[[nodiscard]] inline Result<Bytes> bytes_in(Spot spot, Region region, std::uint64_t size) {
  if (region.size() < size) return detail::missing_at(spot.of, spot.name, region, size);
  return Bytes(region.begin, static_cast<std::size_t>(size));
}

/// A list of scalars of `bits` each. `order`: the byte order, of lists that take it.
template <class List, class... Order>
[[nodiscard]] inline Result<List> list_in(Spot spot, Region region, std::uint64_t count,
                                          std::uint64_t bits, Order... order) {
  std::uint64_t size = 0;
  if (!packed_size(count, bits, size) || region.size() < size)
    return detail::missing_at(spot.of, spot.name, region,
                              detail::saturated_product(count, bits) / 8);
  return List(region.begin, count, order...);
}

/// An optional list as expressions see it: no elements where it isn't there.
template <class List>
[[nodiscard]] inline List list_or_none(const Result<List>& list) {
  return list.value_or(List());
}

/// The record at the start of `region`.
template <class View>
[[nodiscard]] inline Result<View> record_in(View view, Spot spot, Region region) {
  const Origin origin = spot.origin();
  Context context(origin.file, Limits{}, Strictness::read);
  const OriginFrame frame(origin);
  if (!look_or_note(view, context, frame.frame(), region)) return first_violation(context);
  return view;
}

/// An array, whose size follows from its dims.
template <class Dims>
[[nodiscard, gnu::always_inline]] inline Result<NdView> array_in(Spot spot, const ArrayForm& form,
                                                                 Dtype dtype, const Dims& dims,
                                                                 Endian endian, ArrayOrder order,
                                                                 Region region) {
  std::uint64_t size = 0;
  if (!array_size(dims, dtype, size)) [[unlikely]]
    return detail::overflow_at(spot.of, form, region);
  if (region.size() < size) [[unlikely]]
    return detail::missing_at(spot.of, spot.name, region, size);
  return NdView(dtype, DimList(dims), Bytes(region.begin, static_cast<std::size_t>(size)), endian,
                order);
}
/// The same where another field, at `stated_at`, says how large the array is: all of `region`.
template <class Dims>
[[nodiscard, gnu::always_inline]] inline Result<NdView> stated_array_in(
    Spot spot, const ArrayForm& form, Dtype dtype, const Dims& dims, Endian endian,
    ArrayOrder order, Region region, const std::byte* stated_at) {
  std::uint64_t size = 0;
  if (!array_size(dims, dtype, size)) [[unlikely]]
    return detail::overflow_at(spot.of, form, region);
  if (region.size() != size) [[unlikely]]
    return violation_at(spot.of, *form.size, stated_at, Facts{region.size(), size});
  return NdView(dtype, DimList(dims), Bytes(region.begin, static_cast<std::size_t>(size)), endian,
                order);
}
/// A single element.
[[nodiscard]] inline Result<Scalar> element_in(Spot spot, Dtype dtype, Endian endian,
                                               Region region) {
  const std::uint64_t size = byte_count(dtype);
  if (region.size() < size) return detail::missing_at(spot.of, spot.name, region, size);
  return Scalar::load_from(region.begin, dtype, endian);
}

}  // namespace schemac::impl
