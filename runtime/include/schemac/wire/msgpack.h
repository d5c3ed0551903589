// Numbers, lists and bytes in the wire form of MessagePack, as walks, views and writers see them.
//
// A number of fixed width is its tag and, big-endian, its bytes; the specification of MessagePack
// lists the tags under "int format family" and "float format family". Heads, which say how long
// something is, have a header of their own.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/check/context.h"
#include "schemac/core/bytes.h"
#include "schemac/core/scalar_list.h"
#include "schemac/core/tagged_list.h"
#include "schemac/wire/msgpack_head.h"
#include "schemac/write/writer.h"

namespace schemac::impl::msgpack {

namespace detail {

template <class T>
constexpr std::uint8_t find_tag() {
  if constexpr (std::is_same_v<T, bool>) return 0xc2;
  if constexpr (std::is_enum_v<T>) return find_tag<std::underlying_type_t<T>>();
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? 0xca : 0xcb;
  return static_cast<std::uint8_t>((std::is_signed_v<T> ? 0xd0 : 0xcc) +
                                   std::countr_zero(sizeof(T)));
}

}  // namespace detail

/// The tag of a number that is as wide as `T`; of a boolean that of `false`.
template <class T>
inline constexpr std::uint8_t tag_of = detail::find_tag<T>();

/// Whether each of `count` elements at `begin`, which are there, has its tag.
template <class T>
[[nodiscard, gnu::always_inline]] inline bool have_tags(const std::byte* begin,
                                                        std::uint64_t count) {
  constexpr auto mask = static_cast<std::uint8_t>(std::is_same_v<T, bool> ? 0xfe : 0xff);
  unsigned wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    wrong |= (std::to_integer<unsigned>(begin[i * TaggedList<T>::stride]) & mask) ^ tag_of<T>;
  return wrong == 0;
}
/// The same of one.
template <class T>
[[nodiscard, gnu::always_inline]] inline bool has_tag(const std::byte* at) {
  return have_tags<T>(at, 1);
}

/// Whether each of `count` elements at `begin`, which are there, has its tag and `holds(element)`.
/// One pass without a branch for each: `holds` is asked about elements with other tags, too.
template <class T, class Holds>
[[nodiscard, gnu::always_inline]] inline bool scan_tagged(const std::byte* begin,
                                                          std::uint64_t count, Holds&& holds) {
  bool is_fine = true;
  const std::byte* const end = begin + count * TaggedList<T>::stride;
  for (const std::byte* at = begin; at != end; at += TaggedList<T>::stride) {
    const bool is_tagged = has_tag<T>(at);
    is_fine &= holds(TaggedList<T>(at, 1)[0]) & is_tagged;
  }
  return is_fine;
}

// ---- bytes ----

/// A head and the bytes after it, as constants of a generated header.
struct BinForm {
  HeadRule head = {};
  std::string_view path = {};    ///< of the bytes
  const Check* cause = nullptr;  ///< at the head, where it announces more than there is
};
/// Where they were found.
struct BinAt {
  const std::byte* content = nullptr;
  std::uint64_t size = 0;
  const std::byte* end = nullptr;

  [[nodiscard]] Bytes bytes() const { return {content, static_cast<std::size_t>(size)}; }
};

/// Finds the bytes that begin at `begin` with their head, and notes what is missing.
template <const BinForm& form>
[[nodiscard, gnu::always_inline]] inline bool walk_bin(Context& context, const Frame& frame,
                                                       const std::byte* begin, const std::byte* end,
                                                       BinAt& out) {
  HeadAt head;
  if (!find_head<HeadForm::bytes>(begin, end, head)) [[unlikely]]
    return note_head(context, frame, form.head, begin, end);
  if (head.number > distance(head.after, end)) [[unlikely]] {
    context.fault(StretchField{form.path, head.number}, form.cause, frame, head.after, end, begin,
                  head.number);
    return false;
  }
  out = {head.after, head.number, head.after + head.number};
  return true;
}

// ---- integers of any width ----

/// An integer that was found: its 64 bits, and where its number lies (at `begin` if it is a byte
/// without a tag).
struct IntegerAt {
  std::uint64_t bits = 0;
  bool is_negative = false;
  const std::byte* content = nullptr;
  const std::byte* after = nullptr;
};

namespace detail {

constexpr bool is_small(std::uint8_t byte) { return byte < 0x80 || byte >= 0xe0; }

}  // namespace detail

/// Whether a byte begins an integer: 0xxxxxxx, 111xxxxx, cc u8 to cf u64, d0 i8 to d3 i64.
[[nodiscard]] constexpr bool is_integer(std::uint8_t byte) {
  return detail::is_small(byte) || (byte >= 0xcc && byte <= 0xd3);
}
/// Bytes of the number after the byte that begins it; 0 if it is the number.
[[nodiscard]] constexpr unsigned integer_width(std::uint8_t byte) {
  return detail::is_small(byte) ? 0 : 1u << (byte & 3);
}

/// Reads the integer at `begin`. False if it isn't whole or of another form, for `note_integer` to
/// report.
[[nodiscard]] inline bool find_integer(const std::byte* begin, const std::byte* end,
                                       IntegerAt& out) {
  if (begin == end) return false;
  const auto byte = std::to_integer<std::uint8_t>(*begin);
  const unsigned width = integer_width(byte);
  if (!is_integer(byte) || distance(begin, end) < 1 + width) return false;
  if (width == 0) {
    const auto number = std::int64_t{byte} - (byte < 0x80 ? 0 : 0x100);
    out = {static_cast<std::uint64_t>(number), number < 0, begin, begin + 1};
    return true;
  }
  std::uint64_t bits = 0;
  for (unsigned i = 1; i <= width; ++i) bits = bits << 8 | std::to_integer<std::uint64_t>(begin[i]);
  const bool is_negative = byte >= 0xd0 && (bits >> (8 * width - 1)) != 0;
  if (is_negative && width < 8) bits |= ~std::uint64_t{0} << (8 * width);
  out = {bits, is_negative, begin + 1, begin + 1 + width};
  return true;
}

/// Whether it is a number of type `T`: std::int64_t or std::uint64_t.
template <class T>
[[nodiscard]] inline bool fits(const IntegerAt& integer) {
  const bool has_top_bit = integer.bits >> 63 != 0;
  return std::is_signed_v<T> ? integer.is_negative || !has_top_bit : !integer.is_negative;
}

/// Notes what is wrong with the integer at `begin`; `field` is its path. Always false.
[[gnu::cold, gnu::noinline]] inline bool note_integer(Context& context, const Frame& frame,
                                                      std::string_view field, Check form,
                                                      const std::byte* begin,
                                                      const std::byte* end) {
  const auto byte = begin == end ? std::uint8_t{0xcc} : std::to_integer<std::uint8_t>(*begin);
  if (!is_integer(byte)) {
    context.refuse(form, frame, begin, {byte});
    return false;
  }
  const StretchField integer{
      field, 1 + std::uint64_t{integer_width(byte)}, false, false, &form, byte, byte};
  const Stretch stretch{{&integer, 1}};
  return context.note(Fault{&stretch, begin, end}, frame);
}

/// The same as `find_integer`, with what is wrong noted; `form` is the check of the tag.
[[nodiscard]] inline bool walk_integer(Context& context, const Frame& frame, std::string_view field,
                                       const Check& form, const std::byte* begin,
                                       const std::byte* end, IntegerAt& out) {
  return find_integer(begin, end, out) || note_integer(context, frame, field, form, begin, end);
}

/// The integer that lies between two places and was read before.
template <class T>
[[nodiscard]] inline T integer_between(const std::byte* begin, const std::byte* end) {
  IntegerAt integer;
  return find_integer(begin, end, integer) ? static_cast<T>(integer.bits) : T{};
}

/// Where the number of an integer lies that was read before.
[[nodiscard]] inline const std::byte* integer_content(const std::byte* begin) {
  return begin + (integer_width(std::to_integer<std::uint8_t>(*begin)) == 0 ? 0 : 1);
}

/// Bytes of the shortest form.
[[nodiscard]] constexpr std::uint64_t integer_size(std::uint64_t value) {
  if (value < 0x80) return 1;
  if (value <= 0xff) return 2;
  if (value <= 0xffff) return 3;
  return value <= 0xffffffff ? 5 : 9;
}
[[nodiscard]] constexpr std::uint64_t integer_size(std::int64_t value) {
  if (value >= 0) return integer_size(static_cast<std::uint64_t>(value));
  if (value >= -32) return 1;
  if (value >= INT8_MIN) return 2;
  if (value >= INT16_MIN) return 3;
  return value >= INT32_MIN ? 5 : 9;
}

// ---- writing ----

/// An integer at `at`, in the shortest form.
template <class T>
inline void store_integer(std::byte* at, T value) {
  const std::uint64_t size = integer_size(value);
  const auto bits = static_cast<std::uint64_t>(value);
  if (size > 1) {
    const bool is_negative = std::is_signed_v<T> && value < T{};
    const auto width = static_cast<unsigned>(std::countr_zero(size - 1));
    store(at, static_cast<std::uint8_t>((is_negative ? 0xd0 : 0xcc) + width));
  }
  const std::uint64_t first = size > 1 ? 1 : 0;
  for (std::uint64_t i = first; i < size; ++i)
    at[i] = static_cast<std::byte>(bits >> (8 * (size - 1 - i)) & 0xff);
}
template <class T, class Out>
inline void put_integer(Out& out, T value) {
  out.put_exactly(integer_size(value), [value](std::byte* at) { store_integer(at, value); });
}

/// A number after its tag at `at`; a boolean.
template <class T>
[[gnu::always_inline]] inline void store_tagged(std::byte* at, T value) {
  if constexpr (std::is_same_v<T, bool>) {
    store(at, static_cast<std::uint8_t>(value ? 0xc3 : 0xc2));
  } else {
    store(at, tag_of<T>);
    store<T, Endian::big>(at + 1, value);
  }
}
/// The same as a field of a run.
template <std::size_t offset, class T, std::size_t size>
[[gnu::always_inline]] inline void store_tagged_at(FixedRun<size> run, T value) {
  static_assert(offset + TaggedList<T>::stride <= size, "the field lies in its run");
  store_tagged<T>(run.begin + offset, value);
}
template <class T, class Out>
[[gnu::always_inline]] inline void put_tagged(Out& out, T value) {
  store_tagged_at<0, T>(out.template take_run<TaggedList<T>::stride>(), value);
}
namespace detail {

template <class Numbers>
[[gnu::always_inline]] inline void store_all_tagged(std::byte* at, const Numbers& values) {
  using T = typename Numbers::value_type;
  for (const T value : values) {
    store_tagged<T>(at, value);
    at += TaggedList<T>::stride;
  }
}

}  // namespace detail

template <class Out, class Numbers>
[[gnu::always_inline]] inline void put_all_tagged(Out& out, const Numbers& values) {
  using T = typename Numbers::value_type;
  if constexpr (Out::is_whole) {
    out.put_exactly(
        TaggedList<T>::stride * values.size(), [&values](std::byte * at)
                                                   __attribute__((always_inline)) {
                                                     detail::store_all_tagged(at, values);
                                                   });
  } else {
    for (const T value : values) put_tagged<T>(out, value);
  }
}
/// The same after the head of a list.
template <class Out, class T>
[[gnu::always_inline]] inline void put_list_tagged(Out& out, const std::vector<T>& values) {
  put_head<HeadForm::list>(out, values.size());
  put_all_tagged(out, values);
}
template <class Out, class T>
requires(!std::is_same_v<T, bool>)
    [[gnu::always_inline]] inline void put_list_tagged(Out& out, const std::vector<T>& values) {
  // What is stored could be taken to change where the numbers are.
  const std::span<const T> numbers = values;
  constexpr detail::HeadCodes codes = detail::codes_of(HeadForm::list);
  if (Out::is_whole && numbers.size() <= codes.fix_most) [[likely]]
    return out.put_exactly(
        1 + TaggedList<T>::stride * numbers.size(), [numbers](std::byte *
                                                              at) __attribute__((always_inline)) {
          store(at, static_cast<std::uint8_t>(codes.fix + numbers.size()));
          detail::store_all_tagged(at + 1, numbers);
        });
  put_head<HeadForm::list>(out, numbers.size());
  put_all_tagged(out, numbers);
}

namespace detail {

// A text longer than keys are, with its head.
[[gnu::noinline]] inline void store_long_text(std::byte* at, std::string_view text) {
  const std::uint64_t head = head_size<HeadForm::text>(text.size());
  store_head<HeadForm::text>(at, text.size(), head);
  std::memcpy(at + head, text.data(), text.size());
}

}  // namespace detail

/// A text with its head.
template <class Out>
[[gnu::always_inline]] inline void put_text(Out& out, std::string_view text) {
  constexpr unsigned fix = detail::codes_of(HeadForm::text).fix;
  // Keys are short, and finding the width to copy them by is most of the work.
  if (text.size() < 8)
    return out.put_exactly(
        1 + text.size(), [text](std::byte * at) __attribute__((always_inline)) {
          store(at, static_cast<std::uint8_t>(fix + text.size()));
          schemac::impl::detail::copy_short_text(at + 1, text);
        });
  if (text.size() <= 16) [[likely]]
    return out.put_exactly(
        1 + text.size(), [text](std::byte * at) __attribute__((always_inline)) {
          store(at, static_cast<std::uint8_t>(fix + text.size()));
          schemac::impl::detail::copy_ends<8>(at + 1, text.data(), text.size());
        });
  if constexpr (Out::is_whole) {
    out.put_exactly(headed_size<HeadForm::text>(text.size()),
                    [text](std::byte* at) { detail::store_long_text(at, text); });
  } else {
    put_head<HeadForm::text>(out, text.size());
    out.put(std::as_bytes(std::span(text)));
  }
}
/// Bytes with their head.
template <HeadForm form = HeadForm::bytes, class Out>
[[gnu::always_inline]] inline void put_bytes(Out& out, Bytes bytes) {
  if (Out::is_whole && bytes.size() <= 0xff) [[likely]] {
    const std::uint64_t head = head_size<form>(bytes.size());
    return out.put_exactly(
        head + bytes.size(), [ bytes, head ](std::byte * at) __attribute__((always_inline)) {
          store_head<form>(at, bytes.size(), head);
          if (!bytes.empty()) [[likely]]
            std::memcpy(at + head, bytes.data(), bytes.size());
        });
  }
  put_head<form>(out, bytes.size());
  out.put(bytes);
}

}  // namespace schemac::impl::msgpack
