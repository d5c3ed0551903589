// Numbers as their form spells them: read, measured and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "schemac/base/digits.h"
#include "schemac/base/number_form.h"
#include "schemac/base/varint.h"
#include "schemac/core/bytes.h"

namespace schemac::impl::numeral {

/// Reads the number at `begin`. False if it isn't whole or doesn't fit `T`.
template <Form form, class T>
[[nodiscard]] inline bool find_integer(const std::byte* begin, const std::byte* end,
                                       IntegerAt& out) {
  if constexpr (form.notation == Notation::digits)
    return find_digits(form, std::numeric_limits<T>::max(), begin, end, out);
  else
    return varint::find<form.notation, T>(begin, end, out);
}

/// The number that lies between two places and was read before.
template <Form form, class T>
[[nodiscard]] inline T integer_between(const std::byte* begin, const std::byte* end) {
  IntegerAt integer;
  return find_integer<form, T>(begin, end, integer) ? static_cast<T>(integer.bits) : T{};
}

/// Bytes of the number as a writer spells it.
template <Form form, class T>
[[nodiscard]] constexpr std::uint64_t integer_size(T value) {
  if constexpr (form.notation == Notation::digits)
    return digits_size(form, static_cast<std::uint64_t>(value));
  else
    return varint::size_of<form.notation>(value);
}

/// The number at `at`, as a writer spells it.
template <Form form, class T>
inline void store_integer(std::byte* at, T value) {
  if constexpr (form.notation == Notation::digits)
    store_digits(form, at, static_cast<std::uint64_t>(value));
  else
    varint::store<form.notation>(at, value);
}
template <Form form, class T, class Out>
inline void put_integer(Out& out, T value) {
  out.put_exactly(integer_size<form>(value),
                  [value](std::byte* at) { store_integer<form>(at, value); });
}

/// Whether a number that was found lies as a writer spells it.
template <Form form, class T>
[[nodiscard]] inline bool is_as_written(const IntegerAt& found) {
  if constexpr (form.notation == Notation::digits)
    return is_as_written(form, found);
  else
    return static_cast<std::uint64_t>(found.after - found.content) ==
           integer_size<form>(static_cast<T>(found.bits));
}

/// How a number that was found is spelled, if a writer would spell it otherwise; else no bytes.
template <Form form, class T>
[[nodiscard]] inline Bytes respelled(const IntegerAt& found) {
  return is_as_written<form, T>(found) ? Bytes() : Bytes(found.content, found.after);
}
/// The same of the number at `at`.
template <Form form, class T>
[[nodiscard]] inline Bytes respelled(const std::byte* at, const std::byte* end) {
  IntegerAt found;
  return find_integer<form, T>(at, end, found) ? respelled<form, T>(found) : Bytes();
}

/// Whether bytes spell the number. A writer takes those that were read as long as they do.
template <Form form, class T>
[[nodiscard]] inline bool is_spelled(T value, Bytes spelled) {
  IntegerAt found;
  const std::byte* const end = spelled.data() + spelled.size();
  return !spelled.empty() && find_integer<form, T>(spelled.data(), end, found) &&
         found.after == end && static_cast<T>(found.bits) == value;
}
template <Form form, class T>
[[nodiscard]] inline std::uint64_t integer_size(T value, Bytes spelled) {
  return is_spelled<form>(value, spelled) ? spelled.size() : integer_size<form>(value);
}
template <Form form, class T, class Out>
inline void put_integer(Out& out, T value, Bytes spelled) {
  if (is_spelled<form>(value, spelled)) [[unlikely]]
    return out.put(spelled);
  put_integer<form>(out, value);
}

}  // namespace schemac::impl::numeral
