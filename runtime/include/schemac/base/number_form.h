// How whole numbers are spelled whose bytes aren't just those of the number: varints, and digits.
//
//   leb128   seven bits a byte, the lowest first; with a sign in two's complement (DWARF's LEB128)
//   zigzag   the same of 0, -1, 1, -2, ... numbered from 0 (protobuf's sint)
//   vlq      seven bits a byte, the highest first (MIDI's variable-length quantity)
//   vlq9     the same in at most nine bytes, of which the ninth has eight bits
//   digits   ASCII digits, of a size or up to what ends them
//
// A number of type `T` may be spelled in several ways. Each of them is read; the writer's is the
// shortest varint, and the digits that Form says.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace schemac::impl::numeral {

enum class Notation : std::uint8_t { leb128, zigzag, vlq, vlq9, digits };

inline constexpr std::array<std::string_view, 4> varint_names = {"leb128", "zigzag", "vlq", "vlq9"};

/// A way to spell numbers. All but the notation is about digits.
struct Form {
  static constexpr std::size_t most_size = 64, most_end = 4;

  Notation notation = Notation::leb128;
  std::uint8_t base = 10;  ///< 2, 8, 10 or 16
  std::uint8_t size = 0;   ///< of all bytes, at most `most_size`; 0: as many as it takes
  char fill = '0';         ///< fills a size up: before the digits, or after them
  bool is_filled_after = false;
  std::uint8_t end_size = 0;
  std::array<char, most_end> end = {};  ///< what comes after them

  friend bool operator==(const Form&, const Form&) = default;

  [[nodiscard]] constexpr std::string_view ending() const { return {end.data(), end_size}; }
  /// The greatest number that there is room for. The longest ones leave no room for `end`.
  [[nodiscard]] constexpr std::uint64_t most() const {
    constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    if (notation != Notation::digits || size == 0) return all;
    std::uint64_t number = 0;
    for (unsigned i = 0; i < size; ++i) {
      if (number > (all - (base - 1u)) / base) return all;
      number = number * base + (base - 1u);
    }
    return number;
  }
};

inline constexpr Form leb128{Notation::leb128};
inline constexpr Form zigzag{Notation::zigzag};
inline constexpr Form vlq{Notation::vlq};
inline constexpr Form vlq9{Notation::vlq9};

/// Digits, in so many bytes, filled up before them.
template <std::size_t end_size>
[[nodiscard]] constexpr Form in_digits(std::uint8_t base, std::uint8_t size, char fill,
                                       const char (&end)[end_size]) {
  static_assert(end_size <= Form::most_end + 1);
  Form form{Notation::digits, base, size, fill, false, end_size - 1};
  std::copy_n(end, end_size - 1, form.end.begin());
  return form;
}
/// The same, filled up after them.
template <std::size_t end_size>
[[nodiscard]] constexpr Form in_filled_digits(std::uint8_t base, std::uint8_t size, char fill,
                                              const char (&end)[end_size]) {
  Form form = in_digits(base, size, fill, end);
  form.is_filled_after = true;
  return form;
}

/// "octal"
[[nodiscard]] constexpr std::string_view base_name(unsigned base) {
  return base == 2 ? "binary" : base == 8 ? "octal" : base == 10 ? "decimal" : "hexadecimal";
}
/// Of a varint.
[[nodiscard]] constexpr std::string_view name(Notation notation) {
  return varint_names[static_cast<std::size_t>(notation)];
}
[[nodiscard]] constexpr std::optional<Form> varint_named(std::string_view name) {
  for (std::size_t i = 0; i < varint_names.size(); ++i)
    if (varint_names[i] == name) return Form{static_cast<Notation>(i)};
  return std::nullopt;
}

/// A number that was found: its 64 bits, and where it lies. If none was, `after` is null, and
/// `content` is the byte with which it doesn't fit, or the end of what is there.
struct IntegerAt {
  std::uint64_t bits = 0;
  const std::byte* content = nullptr;
  const std::byte* after = nullptr;
};

}  // namespace schemac::impl::numeral
