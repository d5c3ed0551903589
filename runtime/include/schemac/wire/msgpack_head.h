// What a MessagePack text, bin, array or map begins with: a head that says how long it is.
//
// A head has several widths, and a reader takes each of them, whatever the number in it; a writer
// takes the shortest that holds the number. The specification of MessagePack, "Formats", lists
// them:
//
//   text   101xxxxx  d9 u8   da u16  db u32      bytes in it
//   bytes            c4 u8   c5 u16  c6 u32      bytes in it
//   list   1001xxxx          dc u16  dd u32      elements
//   map    1000xxxx          de u16  df u32      pairs
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/fault.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"

namespace schemac::impl::msgpack {

enum class HeadForm : std::uint8_t { text, bytes, list, map };

namespace detail {

struct HeadCodes {
  std::uint8_t fix;        ///< a head of one byte: this one with the number in it, up to `fix_most`
  std::uint8_t fix_most;   ///< all ones below `fix`; 0 if there is no such head
  std::uint8_t wide;       ///< the first byte of the narrowest other one; those after it double
  std::uint8_t width;      ///< bytes of the number after `wide`
  std::uint8_t last_wide;  ///< the first byte of the widest one, with four bytes
};

constexpr HeadCodes codes_of(HeadForm form) {
  switch (form) {
    case HeadForm::text:
      return {0xa0, 31, 0xd9, 1, 0xdb};
    case HeadForm::bytes:
      return {0, 0, 0xc4, 1, 0xc6};
    case HeadForm::list:
      return {0x90, 15, 0xdc, 2, 0xdd};
    case HeadForm::map:
      break;
  }
  return {0x80, 15, 0xde, 2, 0xdf};
}

constexpr bool is_fix(const HeadCodes& codes, std::uint8_t byte) {
  return codes.fix_most != 0 && (byte & ~codes.fix_most) == codes.fix;
}
constexpr bool is_wide(const HeadCodes& codes, std::uint8_t byte) {
  return byte >= codes.wide && byte <= codes.last_wide;
}
/// Bytes of the number after the first byte of a wide head.
constexpr unsigned width_of(const HeadCodes& codes, std::uint8_t byte) {
  return unsigned{codes.width} << (byte - codes.wide);
}

}  // namespace detail

/// The greatest number that a head holds.
inline constexpr std::uint64_t most_in_head = 0xffffffff;

/// A head that was found.
struct HeadAt {
  std::uint64_t number = 0;
  const std::byte* after = nullptr;
};

/// Reads the head at `begin`, of which bytes up to `end` may be used. False if it isn't whole or of
/// another form, for `note_head` to report.
template <HeadForm form>
[[nodiscard, gnu::always_inline]] inline bool find_head(const std::byte* begin,
                                                        const std::byte* end, HeadAt& out) {
  constexpr detail::HeadCodes codes = detail::codes_of(form);
  const std::uint64_t left = distance(begin, end);
  if (left == 0) [[unlikely]]
    return false;
  const auto byte = std::to_integer<std::uint8_t>(*begin);
  if (detail::is_fix(codes, byte)) {
    out = {std::uint64_t{byte} & codes.fix_most, begin + 1};
    return true;
  }
  if (!detail::is_wide(codes, byte)) [[unlikely]]
    return false;
  const unsigned width = detail::width_of(codes, byte);
  if (left >= 5) [[likely]] {  // the widest one, of which the upper bytes are this one's
    out.number = load<std::uint32_t, Endian::big>(begin + 1) >> (32 - 8 * width);
  } else {
    if (left < 1 + width) return false;
    out.number =
        width == 1 ? load<std::uint8_t>(begin + 1) : load<std::uint16_t, Endian::big>(begin + 1);
  }
  out.after = begin + 1 + width;
  return true;
}

/// A head as a constant of a generated header: "dims.head", and what another form breaks.
struct HeadRule {
  HeadForm form = HeadForm::list;
  std::string_view field = {};
  const Check* check = nullptr;
};

/// Notes what is wrong with the head at `begin`. Always false.
[[gnu::cold, gnu::noinline]] inline bool note_head(Context& context, const Frame& frame,
                                                   const HeadRule& rule, const std::byte* begin,
                                                   const std::byte* end) {
  const detail::HeadCodes codes = detail::codes_of(rule.form);
  const auto byte = begin == end ? codes.wide : std::to_integer<std::uint8_t>(*begin);
  if (!detail::is_fix(codes, byte) && !detail::is_wide(codes, byte)) {
    Check form = *rule.check;
    form.field = rule.field;
    context.refuse(form, frame, begin, {byte});
    return false;
  }
  const StretchField head{rule.field, begin == end ? 1u : 1 + detail::width_of(codes, byte)};
  const Stretch stretch{{&head, 1}};
  return context.note(Fault{&stretch, begin, end}, frame);
}

/// The same as `find_head`, with what is wrong noted.
template <const HeadRule& rule>
[[nodiscard, gnu::always_inline]] inline bool walk_head(Context& context, const Frame& frame,
                                                        const std::byte* begin,
                                                        const std::byte* end, HeadAt& out) {
  if (find_head<rule.form>(begin, end, out)) [[likely]]
    return true;
  return note_head(context, frame, rule, begin, end);
}

/// The number in a head that was walked before.
template <HeadForm form>
[[nodiscard]] inline std::uint64_t number_in_head(const std::byte* begin, const std::byte* end) {
  HeadAt head;
  return find_head<form>(begin, end, head) ? head.number : 0;
}

/// Where what a head announces begins; `begin` if there is none.
template <HeadForm form>
[[nodiscard]] inline const std::byte* after_head(const std::byte* begin, const std::byte* end) {
  HeadAt head;
  return find_head<form>(begin, end, head) ? head.after : begin;
}

/// Bytes of the shortest head that holds `number`, which is at most `most_in_head`.
template <HeadForm form>
[[nodiscard]] constexpr std::uint64_t head_size(std::uint64_t number) {
  constexpr detail::HeadCodes codes = detail::codes_of(form);
  if (codes.fix_most != 0 && number <= codes.fix_most) return 1;
  if (codes.width == 1 && number <= 0xff) [[likely]]
    return 2;
  return number <= 0xffff ? 3 : 5;
}

/// Bytes of it and of the `size` bytes that it announces.
template <HeadForm form>
[[nodiscard]] constexpr std::uint64_t headed_size(std::uint64_t size) {
  return head_size<form>(size) + size;
}

namespace detail {

// Measures a head and `after` bytes after it: the shortest one first, which most have.
template <HeadForm form, class Out>
[[nodiscard, gnu::always_inline]] inline bool measure(Out& out, std::uint64_t number,
                                                      std::uint64_t after) {
  constexpr HeadCodes codes = codes_of(form);
  constexpr std::uint64_t most = codes.fix_most != 0 ? codes.fix_most : 0xff;
  if (number <= most) [[likely]] {
    out.measure(head_size<form>(most) + after);
    return true;
  }
  if (number > most_in_head) return false;
  out.measure(head_size<form>(number) + after);
  return true;
}

}  // namespace detail

/// Has `out` measure the head of a list; false if no head can say `count`.
template <HeadForm form, class Out>
[[nodiscard, gnu::always_inline]] inline bool measure_head(Out& out, std::uint64_t count) {
  return detail::measure<form>(out, count, 0);
}
/// Has `out` measure `headed_size`; false if no head can say `size`.
template <HeadForm form, class Out>
[[nodiscard, gnu::always_inline]] inline bool measure_headed(Out& out, std::uint64_t size) {
  return detail::measure<form>(out, size, size);
}

/// Stores it at `at`.
template <HeadForm form>
inline void store_head(std::byte* at, std::uint64_t number, std::uint64_t size) {
  constexpr detail::HeadCodes codes = detail::codes_of(form);
  const auto code = [&](unsigned byte) { store(at, static_cast<std::uint8_t>(byte)); };
  if (size == 1) return code(codes.fix + static_cast<unsigned>(number));
  if (size == 2) {
    code(codes.wide);
    return store(at + 1, static_cast<std::uint8_t>(number));
  }
  if (size == 3) {
    code(codes.last_wide - 1u);
    return store<std::uint16_t, Endian::big>(at + 1, static_cast<std::uint16_t>(number));
  }
  code(codes.last_wide);
  store<std::uint32_t, Endian::big>(at + 1, static_cast<std::uint32_t>(number));
}

/// Puts it into a writer or into room.
template <HeadForm form, class Out>
[[gnu::always_inline]] inline void put_head(Out& out, std::uint64_t number) {
  constexpr detail::HeadCodes codes = detail::codes_of(form);
  if (codes.fix_most != 0 && number <= codes.fix_most) [[likely]]
    return store_at<0>(out.template take_run<1>(), static_cast<std::uint8_t>(codes.fix + number));
  const std::uint64_t size = head_size<form>(number);
  out.put_exactly(
      size, [ number, size ](std::byte * at)
                __attribute__((always_inline)) { store_head<form>(at, number, size); });
}

}  // namespace schemac::impl::msgpack
