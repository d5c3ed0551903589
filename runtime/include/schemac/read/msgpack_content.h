// Objects of MessagePack that an accessor finds when it is touched, and elements of its lists.
//
// As in content.h: each function looks at the start of a region and gives what lies there, or the
// violation that prevents it.
#pragma once

#include <cstdint>
#include <string_view>

#include "schemac/base/array_size.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/msgpack_views.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/record_range.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/tagged_list.h"
#include "schemac/read/content.h"
#include "schemac/read/value_reader.h"
#include "schemac/walk/array_walk.h"
#include "schemac/walk/view.h"
#include "schemac/wire/msgpack.h"

namespace schemac::impl::msgpack {

namespace detail {

/// What `walk(context, frame)` notes at a spot.
template <class Walk>
[[nodiscard, gnu::cold, gnu::noinline]] Violation violation_of(Spot spot, Walk&& walk) {
  const Origin origin = spot.origin();
  Context context(origin.file, Limits{}, Strictness::read);
  const OriginFrame frame(origin);
  walk(context, frame.frame());
  return first_violation(context);
}

}  // namespace detail

/// A number after its tag, or a boolean; `stretch` has it as its only part.
template <class T>
[[nodiscard]] inline Result<T> tagged_in(Spot spot, Region region, const Stretch& stretch) {
  if (region.size() >= TaggedList<T>::stride && has_tag<T>(region.begin)) [[likely]]
    return TaggedList<T>(region.begin, 1)[0];
  return detail::violation_of(spot, [&](Context& context, const Frame& frame) {
    context.note(Fault{&stretch, region.begin, region.end}, frame);
  });
}

/// An integer of any width; `T` is the enumeration, if it is of one.
template <class T, class Number = T>
[[nodiscard]] inline Result<T> integer_in(Spot spot, Region region, std::string_view field,
                                          const Check& form, const Check& unfit) {
  IntegerAt integer;
  const bool is_whole = find_integer(region.begin, region.end, integer);
  if (is_whole && fits<Number>(integer)) [[likely]]
    return static_cast<T>(static_cast<Number>(integer.bits));
  return detail::violation_of(spot, [&](Context& context, const Frame& frame) {
    if (is_whole)
      context.note(unfit, frame, integer.content, {integer.bits});
    else
      note_integer(context, frame, field, form, region.begin, region.end);
  });
}

/// Bytes with their head.
template <const BinForm& form>
[[nodiscard]] inline Result<Bytes> bin_in(Spot spot, Region region) {
  HeadAt head;
  if (find_head<HeadForm::bytes>(region.begin, region.end, head) &&
      head.number <= distance(head.after, region.end)) [[likely]]
    return Bytes(head.after, static_cast<std::size_t>(head.number));
  return detail::violation_of(spot, [&](Context& context, const Frame& frame) {
    BinAt found;
    (void)walk_bin<form>(context, frame, region.begin, region.end, found);
  });
}

/// An array in such bytes, all of which it takes.
template <const BinForm& form, class Dims>
[[nodiscard]] inline Result<NdView> array_in(Spot spot, const ArrayForm& array, Dtype dtype,
                                             const Dims& dims, Endian endian, ArrayOrder order,
                                             Region region) {
  const Result<Bytes> bytes = bin_in<form>(spot, region);
  if (!bytes) return bytes.error();
  return stated_array_in(spot, array, dtype, dims, endian, order,
                         {bytes->data(), bytes->data() + bytes->size()}, region.begin);
}
/// A single element in such bytes.
template <const BinForm& form, class Dims>
[[nodiscard]] inline Result<Scalar> element_in(Spot spot, const ArrayForm& array, Dtype dtype,
                                               const Dims&, Endian endian, ArrayOrder,
                                               Region region) {
  const Result<Bytes> bytes = bin_in<form>(spot, region);
  if (!bytes) return bytes.error();
  if (bytes->size() != byte_count(dtype)) [[unlikely]]
    return violation_at(spot.of, *array.size, region.begin,
                        Facts{bytes->size(), byte_count(dtype)});
  return Scalar::load_from(bytes->data(), dtype, endian);
}

/// A list of numbers after their tags; `stretch` has it as its only part.
template <const HeadRule& rule, class List>
[[nodiscard]] inline Result<List> list_in(Spot spot, Region region, const Stretch& stretch) {
  HeadAt head;
  const bool has_head = find_head<rule.form>(region.begin, region.end, head);
  const bool is_whole = has_head && head.number <= distance(head.after, region.end) / List::stride;
  if (is_whole && have_tags<typename List::value_type>(head.after, head.number)) [[likely]]
    return List(head.after, head.number);
  const Frame up;
  Violation violation = detail::violation_of(spot, [&](Context& context, const Frame& frame) {
    // Counts are below the record, unless this is an alternative of an element.
    const bool is_element = stretch.fields.front().path.empty();
    const Frame& record = is_element ? frame : frame.up != nullptr ? *frame.up : up;
    if (!has_head)
      note_head(context, record, rule, region.begin, region.end);
    else
      context.note(Fault{&stretch, head.after, region.end, region.begin, head.number}, record);
  });
  return violation;
}

/// Any other list: its range, empty where there is no head.
template <HeadForm form, class View>
[[nodiscard]] inline RecordRange<View> range_in(const View& first, const Origin& origin,
                                                Region region) {
  HeadAt head{0, region.end};
  if (!find_head<form>(region.begin, region.end, head)) head = {0, region.end};
  return RecordRange<View>(first, origin, {head.after, region.end}, head.number);
}

}  // namespace schemac::impl::msgpack

namespace schemac::impl {

// What a reader of values does with lists and elements.
template <class T>
[[nodiscard]] bool read_value(ValueReader& reader, const msgpack::TaggedList<T>& list,
                              std::vector<T>& out) {
  if (!reader.take(list.size(), sizeof(T))) return false;
  out = std::vector<T>(static_cast<std::size_t>(list.size()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = list[i];
  return true;
}
template <class T, class Out>
[[nodiscard]] bool read_value(ValueReader&, const msgpack::IntegerView<T>& view, Out& out) {
  out = static_cast<Out>(view.value());
  return true;
}
[[nodiscard]] inline bool read_value(ValueReader& reader, const msgpack::BinView& view, Blob& out) {
  return reader.read(view.bytes(), out);
}

}  // namespace schemac::impl
