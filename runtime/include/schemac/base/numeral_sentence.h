// What is said of a spelled number that doesn't fit its type.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "schemac/base/number_form.h"

namespace schemac::impl::numeral {

/// A text that is put together while a program is compiled.
struct Sentence {
  std::array<char, 96> characters = {};
  std::size_t size = 0;

  constexpr void add(std::string_view text) {
    for (const char c : text) characters[size++] = c;
  }
  [[nodiscard]] constexpr std::string_view view() const { return {characters.data(), size}; }
};

/// "the byte is {a:x}, with which the number does not fit u8"
[[nodiscard]] constexpr Sentence unfit_sentence(const Form& form, std::string_view type) {
  Sentence sentence;
  sentence.add("the byte is {a:x}, with which ");
  if (form.notation != Notation::digits) {
    sentence.add("the number does not fit ");
  } else {
    sentence.add("this is no ");
    sentence.add(base_name(form.base));
    sentence.add(" number that fits ");
  }
  sentence.add(type);
  return sentence;
}

/// The same for a type of C++.
template <Form form, class T>
inline constexpr Sentence unfit_sentence_of = [] {
  constexpr std::string_view names[] = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"};
  const std::size_t width = std::bit_width(sizeof(T)) - 1;
  return unfit_sentence(form, names[width + (std::is_signed_v<T> ? 4 : 0)]);
}();

}  // namespace schemac::impl::numeral
