// Numbers in ASCII digits.
//
// A number of a size may have blanks before its digits, and after them blanks, zero bytes and what
// the form has there. If there is nothing else, it is 0. A number without a size has at least one
// digit, and ends as the form says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "schemac/base/number_form.h"

namespace schemac::impl::numeral {

/// 16 for what is no digit.
[[nodiscard]] constexpr unsigned digit_of(std::byte byte) {
  const auto c = std::to_integer<unsigned>(byte);
  if (c - '0' < 10u) return c - '0';
  const unsigned letter = (c | 0x20u) - 'a';
  return letter < 6 ? letter + 10 : 16;
}

namespace detail {

[[nodiscard]] constexpr bool may_follow(const Form& form, std::byte byte) {
  const char c = static_cast<char>(byte);
  return c == ' ' || c == '\0' || (form.is_filled_after && c == form.fill) ||
         form.ending().find(c) != std::string_view::npos;
}

// The rest of a number after its digits.
[[nodiscard]] inline bool find_rest(const Form& form, const std::byte* at, const std::byte* end,
                                    IntegerAt& out) {
  if (form.size != 0) {
    for (; at != end; ++at)
      if (!may_follow(form, *at)) return out.content = at, false;
  } else {
    for (const char c : form.ending()) {
      if (at == end || static_cast<char>(*at) != c) return out.content = at, false;
      ++at;
    }
  }
  out.after = at;
  return true;
}

}  // namespace detail

/// Reads the number at `begin`. False if it isn't whole, or greater than `most`.
[[nodiscard]] inline bool find_digits(const Form& form, std::uint64_t most, const std::byte* begin,
                                      const std::byte* end, IntegerAt& out) {
  out = {0, end, nullptr};
  const std::byte* at = begin;
  if (form.size != 0) {
    if (end - begin < form.size) return false;
    end = begin + form.size;
    while (at != end && static_cast<char>(*at) == ' ') ++at;
  }
  const std::byte* const first = at;
  for (; at != end; ++at) {
    const unsigned digit = digit_of(*at);
    if (digit >= form.base) break;
    if (out.bits > (most - digit) / form.base) return out.content = at, false;
    out.bits = out.bits * form.base + digit;
  }
  if (form.size == 0 && at == first) return out.content = at, false;
  if (!detail::find_rest(form, at, end, out)) return false;
  out.content = begin;
  return true;
}

/// How many digits a number has.
[[nodiscard]] constexpr unsigned digit_count(const Form& form, std::uint64_t value) {
  unsigned count = 1;
  for (; value >= form.base; value /= form.base) ++count;
  return count;
}
[[nodiscard]] constexpr std::uint64_t digits_size(const Form& form, std::uint64_t value) {
  return form.size != 0 ? form.size : digit_count(form, value) + std::uint64_t{form.end_size};
}

/// The number at `at`, as a writer spells it. It never has more bytes than `digits_size` says: of a
/// number that there is no room for, which a writer refuses, the first digits are missing.
inline void store_digits(const Form& form, std::byte* at, std::uint64_t value) {
  constexpr char digits[] = "0123456789abcdef";
  const auto all = static_cast<unsigned>(digits_size(form, value));
  const unsigned count = std::min(digit_count(form, value), all);
  const unsigned room = std::max(count, all - std::min<unsigned>(form.end_size, all));
  std::fill_n(at, room, static_cast<std::byte>(form.fill));
  std::byte* const end = at + (form.is_filled_after ? count : room);
  for (unsigned i = 1; i <= count; ++i, value /= form.base)
    end[-static_cast<std::ptrdiff_t>(i)] = static_cast<std::byte>(digits[value % form.base]);
  for (unsigned i = room; i < all; ++i) at[i] = static_cast<std::byte>(form.end[i - room]);
}

/// Whether a number that was found lies as a writer spells it.
[[nodiscard]] inline bool is_as_written(const Form& form, const IntegerAt& found) {
  const std::uint64_t size = digits_size(form, found.bits);
  if (static_cast<std::uint64_t>(found.after - found.content) != size) return false;
  std::byte room[Form::most_size + Form::most_end];
  store_digits(form, room, found.bits);
  return std::equal(found.content, found.after, room);
}

}  // namespace schemac::impl::numeral
