// Writing a whole file: check, measure, put. By what its generated header says of the root
// (schemac/walk/whole_file.h):
//
//   using Layout = LayoutOfFile;                 // where sections begin, `size`, `fits`
//   static bool prepare(Value& file, Rejection&);
//                                                // optional: encodes, places parts, in a copy
//   static bool check_value(const Value&, const FrameOf<Out>&, Out&);
//   static Layout lay_out(const Value&);         // or:
//   static constexpr bool is_measured = true;    // the check adds up the size
//   static bool check_places(const Value&, Layout&, Rejection&);
//                                                // optional: of content whose place a value gives
//   static bool check_arrays(const Value&, Rejection&);
//                                                // optional: of arrays over many pieces
//   using Writer = Writer;
//   static void emit(const Value&, const Layout&, Out&);
//   static constexpr bool is_put_in_room = true; // optional: records are put into room that is
//                                                // taken once
//   using Order = AnyOrder;                      // optional: content may lie in any order
//   static constexpr bool is_verified = true;    // optional: rules about places and the size of
//                                                // the file are held against its bytes
//   static constexpr std::uint64_t told_up_to = 4294967295u;
//                                                // optional: the same of files larger than this
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "schemac/base/room.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/quick_check.h"
#include "schemac/check/rejection.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "schemac/core/result.h"
#include "schemac/core/sink.h"
#include "schemac/core/violation.h"
#include "schemac/walk/whole_file.h"
#include "schemac/write/writer.h"

namespace schemac::impl {

// The steps of a file that may be written in room, each in a function of its own: in one compilers
// run out of registers.

template <class Root>
[[nodiscard, gnu::noinline]] QuickCheck::Findings check_quickly(const typename Root::Value& file) {
  QuickCheck quick;
  const bool is_ok = Root::check_value(file, NoFrame{}, quick);
  return quick.findings(is_ok);
}

template <class Root>
[[nodiscard, gnu::noinline]] bool emit_in_room(const typename Root::Value& file,
                                               const typename Root::Layout& layout,
                                               bool keys_ascend, MutableBytes whole) {
  return fill_room(
      whole, keys_ascend, [&](Room & room) __attribute__((always_inline)) {
        Root::emit(file, layout, room);
      });
}

namespace detail {

/// The check for the violation, where the quick one found that there is one.
template <class Root>
[[nodiscard, gnu::cold, gnu::noinline]] Violation why_not_written(
    const typename Root::Value& file) {
  Rejection rejection;
  (void)Root::check_value(file, Frame{}, rejection);
  return rejection.take();
}

/// Puts a file that was checked. Returns why it couldn't be.
template <class Root>
[[nodiscard, gnu::noinline]] std::optional<Violation> put_in_order(
    const typename Root::Value& file, const typename Root::Layout& layout, bool keys_ascend,
    Sink& to, Sink& through) {
  typename Root::Writer out(through);
  out.set_file_size(layout.size);
  out.set_keys_ascend(keys_ascend);
  Root::emit(file, layout, out);
  if (auto failure = finish(out, layout.size, to)) return failure;
  if constexpr (requires { out.misfits; })
    if (!out.misfits.empty()) return out.misfits.refusal(file);
  return std::nullopt;
}

template <class Root>
[[nodiscard]] std::optional<Violation> put_file(const typename Root::Value& file,
                                                const typename Root::Layout& layout,
                                                bool keys_ascend, Sink& sink) {
  if constexpr (requires { Root::is_put_in_room; }) {
    const MutableBytes whole = lend_room(sink, layout.size);
    if (whole.empty()) return put_in_order<Root>(file, layout, keys_ascend, sink, sink);
    if (!emit_in_room<Root>(file, layout, keys_ascend, whole)) [[unlikely]]
      return wrong_size(layout.size);
    if (!sink.pass(layout.size, {})) return sink.failure();
    return std::nullopt;
  } else if constexpr (requires { typename Root::Order; }) {
    typename Root::Order order(sink, layout.ascends, layout.size);
    if (auto failure = put_in_order<Root>(file, layout, keys_ascend, sink, order.sink()))
      return failure;
    if (!order.hand_over()) return sink.failure();
    return std::nullopt;
  } else {
    return put_in_order<Root>(file, layout, keys_ascend, sink, sink);
  }
}

/// Puts a file into memory, and hands it over if a validator finds nothing in it.
template <class Root>
[[nodiscard]] std::optional<Violation> put_verified(const typename Root::Value& file,
                                                    const typename Root::Layout& layout,
                                                    bool keys_ascend, Sink& sink) {
  MemorySink written;
  if (auto failure = put_file<Root>(file, layout, keys_ascend, written)) return failure;
  const Report report = validate_file<Root>(written.bytes(), Limits());
  if (auto refused = refusal_of(report, written.bytes(), check_file<Root>)) return refused;
  if (!sink.write(written.bytes())) return sink.failure();
  return std::nullopt;
}

template <class Root>
[[nodiscard]] Result<std::uint64_t> write_prepared(const typename Root::Value& file, Sink& sink) {
  const QuickCheck::Findings quick = check_quickly<Root>(file);
  if (!quick.is_ok) [[unlikely]]
    return why_not_written<Root>(file);
  auto layout = [&] {
    if constexpr (requires { Root::is_measured; }) {
      return typename Root::Layout{quick.measured};
    } else {
      return Root::lay_out(file);
    }
  }();
  Rejection rejection;
  if constexpr (requires { &Root::check_places; })
    if (!Root::check_places(file, layout, rejection)) return rejection.take();
  if (!layout.fits) {
    rejection.reject_total();
    return rejection.take();
  }
  if constexpr (requires { &Root::check_arrays; })
    if (!Root::check_arrays(file, rejection)) return rejection.take();
  if (!sink.expect(layout.size)) return sink.failure();
  std::optional<Violation> failure;
  if constexpr (requires { Root::is_verified; })
    failure = put_verified<Root>(file, layout, quick.keys_ascend, sink);
  else if constexpr (requires { Root::told_up_to; })  // beyond it a table may be too narrow
    failure = layout.size > Root::told_up_to
                  ? put_verified<Root>(file, layout, quick.keys_ascend, sink)
                  : put_file<Root>(file, layout, quick.keys_ascend, sink);
  else
    failure = put_file<Root>(file, layout, quick.keys_ascend, sink);
  if (failure) return *std::move(failure);
  return layout.size;
}

}  // namespace detail

/// Writes a file, and returns its size.
template <class Root>
[[nodiscard]] Result<std::uint64_t> write_file(const typename Root::Value& value, Sink& sink) {
  Rejection rejection;
  if constexpr (requires { &Root::prepare; }) {
    typename Root::Value file = value;  // which shares its payloads
    if (!Root::prepare(file, rejection)) return rejection.take();
    return detail::write_prepared<Root>(file, sink);
  } else {
    return detail::write_prepared<Root>(value, sink);
  }
}

}  // namespace schemac::impl
