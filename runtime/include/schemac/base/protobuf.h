// Protobuf's wire form: tags, varints, and fields one after the other.
//
// A message is a row of fields, each a tag (its number and wire type) and a value; nothing says how
// many, and their order is free. These functions find one field after the other within given
// bytes. They check what the form demands: a varint of at most ten bytes that fits 64 bits, a tag
// and a length of at most five bytes (as libprotobuf does), numbers from 1 to 2^29 - 1, wire types
// that exist, values and groups that end before the message does.
//
//     tag (varint: number << 3 | wire type)   value
//     08                                      96 01            0: varint, 150
//     12                                      03 61 62 63      2: its length, its content "abc"
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/coding.h"

namespace schemac::impl::protobuf {

/// The wire types; 6 and 7 don't exist.
enum class Wire : std::uint8_t {
  varint = 0,
  fixed64 = 1,
  length = 2,
  group_begin = 3,
  group_end = 4,
  fixed32 = 5,
};

[[nodiscard]] constexpr Wire wire_of(Coding coding) {
  switch (coding) {
    case Coding::varint:
    case Coding::zigzag:
      return Wire::varint;
    case Coding::fixed32:
      return Wire::fixed32;
    case Coding::fixed64:
      return Wire::fixed64;
    case Coding::length:
      return Wire::length;
  }
  return Wire::length;
}

[[nodiscard]] constexpr std::uint32_t tag_of(std::uint32_t number, Wire wire) {
  return number << 3 | static_cast<std::uint32_t>(wire);
}

/// What can be wrong with bytes that should be fields.
enum class Flaw : std::uint8_t {
  none,
  cut_varint,    ///< the message ends inside a varint
  long_varint,   ///< more than ten bytes, or more than 64 bits
  bad_number,    ///< 0, or beyond 2^29 - 1
  bad_wire,      ///< a wire type that doesn't exist
  cut_value,     ///< the message ends inside a value
  stray_end,     ///< the end of a group that hasn't begun, or of another one
  open_group,    ///< the message ends inside a group
  deep_group,    ///< groups inside groups beyond the limit
  does_not_fit,  ///< a number beyond the range of its field's type
  long_head,     ///< a tag or a length of more than five bytes
};

/// The sentence that describes a flaw.
[[nodiscard]] constexpr std::string_view sentence_of(Flaw flaw) {
  constexpr std::array<std::string_view, 11> sentences = {
      "",
      "the message ends inside a varint",
      "a varint of more than 64 bits",
      "no field has this number",
      "there is no such wire type",
      "the message ends inside this value",
      "the end of a group that didn't begin",
      "the message ends inside a group",
      "groups are nested too deeply",
      "this number doesn't fit its type",
      "a tag or a length of more than five bytes",
  };
  return sentences[static_cast<std::size_t>(flaw)];
}

// ---- varints ----

inline constexpr std::ptrdiff_t most_varint_bytes = 10;
inline constexpr std::ptrdiff_t most_head_bytes = 5;  ///< of a tag, a length

namespace detail {

/// A varint and its end, which is null if there is none. (In registers, where `out` of a function
/// that isn't inlined would have to live in memory.)
struct LongVarint {
  const std::byte* end = nullptr;
  std::uint64_t value = 0;
};
// A varint whose first byte goes on, of `most` bytes or less.
template <std::ptrdiff_t most>
[[nodiscard, gnu::noinline]] LongVarint load_long_varint(const std::byte* begin,
                                                         const std::byte* end) {
  std::uint64_t value = 0;
  const std::byte* const limit = begin + std::min(end - begin, most);
  for (unsigned shift = 0; begin != limit; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(*begin++);
    if (shift == 63 && byte > 1) return {};
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return {begin, value};
  }
  return {};
}

}  // namespace detail

/// Loads the varint at `begin`, of at most so many bytes; returns its end, or null if there is none
/// before `end`.
template <std::ptrdiff_t most = most_varint_bytes>
[[nodiscard, gnu::always_inline]] inline const std::byte* load_varint(const std::byte* begin,
                                                                      const std::byte* end,
                                                                      std::uint64_t& out) {
  if (begin == end) [[unlikely]]
    return nullptr;
  const auto first = std::to_integer<std::uint64_t>(*begin);
  if (first < 0x80) [[likely]] {
    out = first;
    return begin + 1;
  }
  detail::LongVarint varint = detail::load_long_varint<most>(begin, end);
  out = varint.value;
  return varint.end;
}
/// Loads a tag or a length.
[[nodiscard, gnu::always_inline]] inline const std::byte* load_head(const std::byte* begin,
                                                                    const std::byte* end,
                                                                    std::uint64_t& out) {
  return load_varint<most_head_bytes>(begin, end, out);
}

/// Why there is no varint at `begin`.
[[nodiscard]] inline Flaw varint_flaw(const std::byte* begin, const std::byte* end) {
  const std::byte* const limit = begin + std::min(end - begin, most_varint_bytes);
  const bool has_end = std::any_of(
      begin, limit, [](std::byte byte) { return std::to_integer<unsigned>(byte) < 0x80; });
  return !has_end && end - begin < most_varint_bytes ? Flaw::cut_varint : Flaw::long_varint;
}
/// Why there is no tag or length at `begin`.
[[nodiscard]] inline Flaw head_flaw(const std::byte* begin, const std::byte* end) {
  const Flaw flaw = varint_flaw(begin, end);
  return flaw == Flaw::cut_varint && end - begin < most_head_bytes ? flaw : Flaw::long_head;
}

/// Bytes of a varint.
[[nodiscard]] constexpr std::uint64_t varint_size(std::uint64_t value) {
  if (value < 0x80) [[likely]]
    return 1;
  return (static_cast<std::uint64_t>(std::bit_width(value | 1)) * 9 + 64) / 64;
}

/// Stores a varint; returns its end.
[[gnu::always_inline]] inline std::byte* store_varint(std::byte* at, std::uint64_t value) {
  if (value < 0x80) [[likely]] {
    *at = static_cast<std::byte>(value);
    return at + 1;
  }
  for (; value >= 0x80; value >>= 7) *at++ = static_cast<std::byte>(value | 0x80);
  *at = static_cast<std::byte>(value);
  return at + 1;
}

[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1 ^ (0 - (value & 1)));
}

// ---- fields ----

/// A field of a message where it lies.
struct FieldAt {
  const std::byte* tag = nullptr;    ///< where it begins
  const std::byte* value = nullptr;  ///< after the tag (and the length)
  const std::byte* end = nullptr;
  std::uint32_t number = 0;
  Wire wire = Wire::varint;
  std::uint64_t bits = 0;  ///< of a number; of length-delimited ones the length
};

/// What is wrong, and where.
struct FlawAt {
  Flaw flaw = Flaw::none;
  const std::byte* at = nullptr;
  std::uint32_t number = 0;  ///< of the field at fault; 0 if that isn't known
};

namespace detail {

// Passes over what a group holds, its end included; `field` is its start.
[[nodiscard]] inline bool pass_group(FieldAt& field, const std::byte* end, std::uint32_t depth,
                                     FlawAt& flaw);

}  // namespace detail

/// Finds the field at `at`, which is before `end`; false, with the flaw, where there is none.
/// Groups may hold groups up to `depth` deep.
[[nodiscard]] inline bool find_field(const std::byte* at, const std::byte* end, std::uint32_t depth,
                                     FieldAt& field, FlawAt& flaw) {
  const auto fail = [&](Flaw why, const std::byte* where) {
    flaw = {why, where, field.number};
    return false;
  };
  field.tag = at;
  field.number = 0;
  std::uint64_t tag = 0;
  const std::byte* value = load_head(at, end, tag);
  if (value == nullptr) return fail(head_flaw(at, end), at);
  if (tag > std::numeric_limits<std::uint32_t>::max() || tag < 8) return fail(Flaw::bad_number, at);
  field.number = static_cast<std::uint32_t>(tag >> 3);
  field.wire = static_cast<Wire>(tag & 7);
  const auto left = static_cast<std::uint64_t>(end - value);
  field.value = value;
  switch (field.wire) {
    case Wire::varint:
      field.end = load_varint(value, end, field.bits);
      return field.end != nullptr || fail(varint_flaw(value, end), value);
    case Wire::fixed64:
      if (left < 8) return fail(Flaw::cut_value, value);
      field.bits = load<std::uint64_t>(value);
      field.end = value + 8;
      return true;
    case Wire::fixed32:
      if (left < 4) return fail(Flaw::cut_value, value);
      field.bits = load<std::uint32_t>(value);
      field.end = value + 4;
      return true;
    case Wire::length:
      field.value = load_head(value, end, field.bits);
      if (field.value == nullptr) return fail(head_flaw(value, end), value);
      if (field.bits > static_cast<std::uint64_t>(end - field.value))
        return fail(Flaw::cut_value, value);
      field.end = field.value + field.bits;
      return true;
    case Wire::group_begin:
      return detail::pass_group(field, end, depth, flaw);
    case Wire::group_end:
      return fail(Flaw::stray_end, at);
  }
  return fail(Flaw::bad_wire, at);
}

namespace detail {

inline bool pass_group(FieldAt& field, const std::byte* end, std::uint32_t depth, FlawAt& flaw) {
  if (depth == 0) {
    flaw = {Flaw::deep_group, field.tag, field.number};
    return false;
  }
  const std::byte* at = field.value;
  while (at != end) {
    std::uint64_t tag = 0;
    const std::byte* const value = load_head(at, end, tag);
    if (value != nullptr && tag == tag_of(field.number, Wire::group_end)) {
      field.end = value;
      return true;
    }
    FieldAt inner;
    if (!find_field(at, end, depth - 1, inner, flaw)) return false;
    at = inner.end;
  }
  flaw = {Flaw::open_group, field.tag, field.number};
  return false;
}

}  // namespace detail

/// What a whole number of a field may be, as far as protobuf's types say.
enum class Fits : std::uint8_t {
  any,  ///< 64 bits
  i32,
  u32,
  boolean,  ///< any number but 0 is true
};

/// The next of the numbers packed in a value; returns its end, or null.
[[nodiscard]] inline const std::byte* load_packed(const std::byte* at, const std::byte* end,
                                                  Coding coding, std::uint64_t& bits) {
  const auto left = static_cast<std::uint64_t>(end - at);
  switch (wire_of(coding)) {
    case Wire::varint:
      return load_varint(at, end, bits);
    case Wire::fixed32:
      if (left < 4) return nullptr;
      bits = load<std::uint32_t>(at);
      return at + 4;
    case Wire::fixed64:
      if (left < 8) return nullptr;
      bits = load<std::uint64_t>(at);
      return at + 8;
    case Wire::length:
    case Wire::group_begin:
    case Wire::group_end:
      break;
  }
  return nullptr;
}
/// Appends those numbers of a packed value that `is_taken(bits)` leaves aside, each as a field of
/// its own: so libprotobuf keeps them.
template <class IsTaken>
void append_left_aside(const FieldAt& field, Coding coding, const IsTaken& is_taken,
                       std::vector<std::byte>& out) {
  std::uint64_t bits = 0;
  for (const std::byte *at = field.value, *after; at != field.end; at = after) {
    after = load_packed(at, field.end, coding, bits);
    if (after == nullptr) return;
    if (is_taken(bits)) continue;
    std::array<std::byte, most_head_bytes> tag;
    out.insert(out.end(), tag.begin(),
               store_varint(tag.data(), tag_of(field.number, wire_of(coding))));
    out.insert(out.end(), at, after);
  }
}
/// Why there is none.
[[nodiscard]] inline Flaw packed_flaw(const std::byte* at, const std::byte* end, Coding coding) {
  return wire_of(coding) == Wire::varint ? varint_flaw(at, end) : Flaw::cut_value;
}

/// The number of a value: whole numbers in two's complement, others as their bits. False if it
/// doesn't fit.
[[nodiscard]] inline bool decode_number(std::uint64_t bits, Coding coding, Fits fits,
                                        std::uint64_t& out) {
  if (coding == Coding::zigzag) bits = static_cast<std::uint64_t>(unzigzag(bits));
  if (fits == Fits::i32 && coding == Coding::fixed32)
    bits = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)});
  out = bits;
  if (fits == Fits::i32) return static_cast<std::int64_t>(bits) == static_cast<std::int32_t>(bits);
  return fits != Fits::u32 || bits <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace schemac::impl::protobuf
