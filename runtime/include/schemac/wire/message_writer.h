// Fields of messages in protobuf's wire form: how large they are, and their bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/base/protobuf.h"
#include "schemac/check/check.h"
#include "schemac/check/quick_check.h"
#include "schemac/core/bytes.h"
#include "schemac/core/coding.h"
#include "schemac/wire/message.h"

namespace schemac::impl {

namespace detail {

/// A number as 64 bits: whole ones in two's complement, others as their own bits.
template <class T>
[[nodiscard]] constexpr std::uint64_t bits_of(T value) {
  if constexpr (std::is_enum_v<T>)
    return bits_of(static_cast<std::underlying_type_t<T>>(value));
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else if constexpr (std::is_signed_v<T>)
    return static_cast<std::uint64_t>(std::int64_t{value});
  else
    return std::uint64_t{value};
}

// As it is stored: what a varint holds.
template <protobuf::Coding coding, class T>
[[nodiscard]] constexpr std::uint64_t stored_bits(T value) {
  const std::uint64_t bits = bits_of(value);
  return coding == protobuf::Coding::zigzag ? protobuf::zigzag(static_cast<std::int64_t>(bits))
                                            : bits;
}

template <protobuf::Coding coding>
[[nodiscard]] constexpr std::uint64_t stored_size(std::uint64_t bits) {
  if constexpr (coding == protobuf::Coding::fixed32) return 4;
  if constexpr (coding == protobuf::Coding::fixed64) return 8;
  return protobuf::varint_size(bits);
}

template <protobuf::Coding coding>
[[gnu::always_inline]] inline std::byte* store_bits(std::byte* at, std::uint64_t bits) {
  if constexpr (coding == protobuf::Coding::fixed32) {
    store<std::uint32_t>(at, static_cast<std::uint32_t>(bits));
    return at + 4;
  } else if constexpr (coding == protobuf::Coding::fixed64) {
    store<std::uint64_t>(at, bits);
    return at + 8;
  } else {
    return protobuf::store_varint(at, bits);
  }
}

template <std::uint32_t number>
inline constexpr std::uint64_t tag_size =
    protobuf::varint_size(protobuf::tag_of(number, protobuf::Wire::varint));
/// The most that a number takes with its tag.
template <std::uint32_t number>
inline constexpr std::uint64_t most_tagged =
    tag_size<number> + static_cast<std::uint64_t>(protobuf::most_varint_bytes);

template <std::uint32_t number>
inline std::byte* store_tag(std::byte* at, protobuf::Wire wire) {
  return protobuf::store_varint(at, protobuf::tag_of(number, wire));
}

// A number with its tag; returns its end.
template <std::uint32_t number, protobuf::Coding coding, class T>
[[gnu::always_inline]] inline std::byte* store_number(std::byte* at, T value) {
  return store_bits<coding>(store_tag<number>(at, protobuf::wire_of(coding)),
                            stored_bits<coding>(value));
}
/// The most that numbers take, each with its tag: by the bytes that they have in memory, which a
/// vector knows without a division.
template <std::uint32_t number, class T>
[[nodiscard, gnu::always_inline]] inline std::uint64_t most_in_list(const std::vector<T>& values) {
  constexpr std::uint64_t most = std::bit_ceil(most_tagged<number>);
  if constexpr (std::is_same_v<T, bool>)
    return most * values.size();
  else
    return most / sizeof(T) *
           static_cast<std::uint64_t>(reinterpret_cast<const char*>(values.data() + values.size()) -
                                      reinterpret_cast<const char*>(values.data()));
}

template <protobuf::Coding coding, class List>
[[nodiscard, gnu::always_inline]] inline std::uint64_t packed_content_size(const List& values) {
  using T = typename List::value_type;
  if constexpr (coding == protobuf::Coding::fixed32) return 4 * values.size();
  if constexpr (coding == protobuf::Coding::fixed64) return 8 * values.size();
  std::uint64_t size = values.size();
  for (const T value : values)
    if (const std::uint64_t bits = stored_bits<coding>(value); bits >= 0x80) [[unlikely]]
      size += protobuf::varint_size(bits) - 1;
  return size;
}

}  // namespace detail

/// Whether a number without presence is left out.
template <class T>
[[nodiscard]] constexpr bool is_left_out(T value) {
  return detail::bits_of(value) == 0;
}

/// Bytes of a number with its tag. It was, or will be, checked to be at most `most`.
template <std::uint32_t number, protobuf::Coding coding, std::uint64_t most = ~std::uint64_t{0},
          class T>
[[nodiscard]] constexpr std::uint64_t number_size(T value) {
  if constexpr (coding == protobuf::Coding::varint && most < 0x80)
    return detail::tag_size<number> + 1;
  return detail::tag_size<number> + detail::stored_size<coding>(detail::stored_bits<coding>(value));
}
/// Bytes of `size` bytes with their tag and length.
template <std::uint32_t number>
[[nodiscard]] constexpr std::uint64_t delimited_size(std::uint64_t size) {
  return detail::tag_size<number> + protobuf::varint_size(size) + size;
}
/// Bytes of a list of numbers.
template <std::uint32_t number, protobuf::Coding coding, bool is_packed, class List>
[[nodiscard, gnu::always_inline]] inline std::uint64_t numbers_size(const List& values) {
  const std::uint64_t size = detail::packed_content_size<coding>(values);
  if constexpr (is_packed) return values.empty() ? 0 : delimited_size<number>(size);
  return size + detail::tag_size<number> * values.size();
}

/// A number with its tag. It was checked to be at most `most`.
template <std::uint32_t number, protobuf::Coding coding, std::uint64_t most = ~std::uint64_t{0},
          class Out, class T>
[[gnu::always_inline]] inline void put_number(Out& out, T value) {
  if constexpr (coding == protobuf::Coding::varint && most < 0x80) {
    const auto run = out.template take_run<detail::tag_size<number> + 1>();
    detail::store_tag<number>(run.begin, protobuf::Wire::varint);
    return store_at<detail::tag_size<number>>(run, static_cast<std::uint8_t>(value));
  }
  const auto store = [value](std::byte * at) __attribute__((always_inline)) {
    return detail::store_number<number, coding>(at, value);
  };
  if constexpr (Out::is_whole)
    out.template put_up_to<detail::most_tagged<number>>(store);
  else
    store(out.take(detail::tag_size<number> +
                   detail::stored_size<coding>(detail::stored_bits<coding>(value))));
}
/// The tag and the length of what follows.
template <std::uint32_t number, class Out>
[[gnu::always_inline]] inline void put_length(Out& out, std::uint64_t size) {
  const auto store = [size](std::byte * at) __attribute__((always_inline)) {
    return protobuf::store_varint(detail::store_tag<number>(at, protobuf::Wire::length), size);
  };
  if constexpr (Out::is_whole)
    out.template put_up_to<detail::most_tagged<number>>(store);
  else
    store(out.take(detail::tag_size<number> + protobuf::varint_size(size)));
}
/// Bytes with their tag and length.
template <std::uint32_t number, class Out>
void put_delimited(Out& out, Bytes bytes) {
  put_length<number>(out, bytes.size());
  out.put(bytes);
}
template <std::uint32_t number, class Out>
void put_delimited(Out& out, std::string_view text) {
  put_delimited<number>(out, Bytes(bytes_of(text), text.size()));
}
/// A list of numbers.
template <std::uint32_t number, protobuf::Coding coding, bool is_packed, class Out, class List>
[[gnu::always_inline]] inline void put_numbers(Out& out, const List& values) {
  using T = typename List::value_type;
  if constexpr (is_packed) {
    if (values.empty()) return;
    put_length<number>(out, detail::packed_content_size<coding>(values));
    for (const T value : values) {
      const std::uint64_t bits = detail::stored_bits<coding>(value);
      out.put_exactly(detail::stored_size<coding>(bits),
                      [bits](std::byte* at) { detail::store_bits<coding>(at, bits); });
    }
  } else {
    if constexpr (Out::is_whole) {
      const bool are_put = out.try_put(
          detail::most_in_list<number>(values), [&values](std::byte *
                                                          at) __attribute__((always_inline)) {
            for (const T value : values) at = detail::store_number<number, coding>(at, value);
            return at;
          });
      if (are_put) [[likely]]
        return;
    }
    for (const T value : values) put_number<number, coding>(out, value);
  }
}

namespace detail {

template <class Out>
[[nodiscard, gnu::noinline]] bool check_unknown_bytes(const MessageForm& form, Bytes bytes,
                                                      const FrameOf<Out>& frame,
                                                      std::string_view field, Out& rejection) {
  Check check = *form.malformed;
  check.field = field;
  const std::byte* const end = bytes.data() + bytes.size();
  protobuf::FieldAt found;
  protobuf::FlawAt flaw;
  for (const std::byte* at = bytes.data(); at != end; at = found.end) {
    const bool is_field = protobuf::find_field(at, end, Limits{}.depth, found, flaw);
    if (is_field && detail::declared_form(form, found) == nullptr) continue;
    check.sentence =
        is_field ? "holds field {a}, which the message declares" : protobuf::sentence_of(flaw.flaw);
    return rejection.reject(check, frame, {found.number});
  }
  return true;
}

}  // namespace detail

/// Whether bytes are fields of a message, and none of those that its form declares.
template <class Out>
[[nodiscard, gnu::always_inline]] inline bool check_unknown_fields(const MessageForm& form,
                                                                   Bytes bytes,
                                                                   const FrameOf<Out>& frame,
                                                                   std::string_view field,
                                                                   Out& rejection) {
  return bytes.empty() || detail::check_unknown_bytes(form, bytes, frame, field, rejection);
}

}  // namespace schemac::impl
