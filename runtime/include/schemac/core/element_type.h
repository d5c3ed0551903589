// The type of an array's elements where a file names it in words, as NumPy does: "float64", "<f8",
// and structures of such types.
//
// Of types that we calculate with the name gives our own; of others (texts, structures) it tells
// how many bytes an element has, so that a row of them can be counted, cut and shown.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schemac/core/bytes.h"
#include "schemac/core/checked.h"
#include "schemac/core/dtype.h"

namespace schemac {

struct ElementType {
  std::optional<Dtype> dtype;  ///< none: bytes that mean something to others
  std::uint64_t size = 0;      ///< bytes of an element, at least 1
  Endian endian = Endian::little;
  std::string name;  ///< ours, or the file's where there is none: "f64", "|S5"

  ElementType() = default;
  ElementType(Dtype of, Endian order)
      : dtype(of), size(bit_count(of) / 8), endian(order), name(schemac::name(of)) {}
  bool operator==(const ElementType&) const = default;
};

/// What a text says of the type of elements.
struct NamedType {
  std::optional<ElementType> element;
  std::optional<std::string> unknown;  ///< the text, if no type is called so
};

/// How a type's name stands in a text.
enum class TypeSpelling : std::uint8_t {
  name,  ///< as it is: float64, <f8
  repr,  ///< as Python prints it: '<f8', [('x', '<f8', (3,)), ('tag', '|S5')]
};

namespace detail {

/// Reads NumPy's names of types, one sign at a time; whatever isn't one ends in nothing.
class TypeNames {
 public:
  explicit TypeNames(std::string_view text) : text_(text) {}

  [[nodiscard]] bool is_at_end() {
    skip_blanks();
    return text_.empty();
  }
  /// A type as Python prints it: a name in quotes, or a list of fields.
  [[nodiscard]] std::optional<ElementType> take_type(int depth = 0) {
    if (depth > deepest) return std::nullopt;
    if (const auto name = take_text()) return named(*name);
    if (!take('[')) return std::nullopt;
    ElementType type;
    while (!take(']')) {
      const auto size = take_field(depth);
      if (!size || !add(type.size, *size, type.size)) return std::nullopt;
      if (take(',')) continue;
      if (!take(']')) return std::nullopt;
      break;
    }
    return type;
  }

  /// "float64", "<f8", "S5".
  [[nodiscard]] static std::optional<ElementType> named(std::string_view name) {
    std::string_view code = name;
    Endian endian = Endian::little;
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
      if (code.front() == '>') endian = Endian::big;
      code.remove_prefix(1);
    } else {
      for (const auto& [word, dtype] : words)
        if (word == name) return ElementType(dtype, endian);
    }
    for (const auto& [word, dtype] : codes)
      if (word == code) return ElementType(dtype, endian);
    return opaque(name, code);
  }

 private:
  struct Row {
    std::string_view word;
    Dtype dtype;
  };
  static constexpr int deepest = 16;
  static constexpr std::array<Row, 14> words = {{{"bool", Dtype::bool8},
                                                 {"uint8", Dtype::u8},
                                                 {"uint16", Dtype::u16},
                                                 {"uint32", Dtype::u32},
                                                 {"uint64", Dtype::u64},
                                                 {"int8", Dtype::i8},
                                                 {"int16", Dtype::i16},
                                                 {"int32", Dtype::i32},
                                                 {"int64", Dtype::i64},
                                                 {"float16", Dtype::f16},
                                                 {"float32", Dtype::f32},
                                                 {"float64", Dtype::f64},
                                                 {"complex64", Dtype::c64},
                                                 {"complex128", Dtype::c128}}};
  static constexpr std::array<Row, 14> codes = {{{"b1", Dtype::bool8},
                                                 {"u1", Dtype::u8},
                                                 {"u2", Dtype::u16},
                                                 {"u4", Dtype::u32},
                                                 {"u8", Dtype::u64},
                                                 {"i1", Dtype::i8},
                                                 {"i2", Dtype::i16},
                                                 {"i4", Dtype::i32},
                                                 {"i8", Dtype::i64},
                                                 {"f2", Dtype::f16},
                                                 {"f4", Dtype::f32},
                                                 {"f8", Dtype::f64},
                                                 {"c8", Dtype::c64},
                                                 {"c16", Dtype::c128}}};

  // Texts of bytes and of characters, bytes of no meaning, points in time and lengths of it.
  static std::optional<ElementType> opaque(std::string_view name, std::string_view code) {
    if (code.empty()) return std::nullopt;
    const char kind = code.front();
    const bool is_time = kind == 'M' || kind == 'm';
    if (is_time && code.substr(1, 1) == "8") code = code.substr(0, 2);  // its unit may follow
    std::uint64_t count = 0;
    const char* const end = code.data() + code.size();
    const auto read = std::from_chars(code.data() + 1, end, count);
    if (read.ec != std::errc() || read.ptr != end || count == 0) return std::nullopt;
    ElementType type;
    const std::uint64_t each = kind == 'U' ? 4 : 1;
    const bool is_known = kind == 'S' || kind == 'U' || kind == 'V' || (is_time && count == 8);
    if (!is_known || !multiply(count, each, type.size)) return std::nullopt;
    type.name = name;
    return type;
  }

  // ('x', '<f8'), ('x', '<f8', (3,)): the bytes that it takes.
  std::optional<std::uint64_t> take_field(int depth) {
    if (!take('(')) return std::nullopt;
    if (take('(')) {  // a title before the name
      if (!take_text() || !take(',') || !take_text() || !take(')')) return std::nullopt;
    } else if (!take_text()) {
      return std::nullopt;
    }
    if (!take(',')) return std::nullopt;
    const auto type = take_type(depth + 1);
    if (!type) return std::nullopt;
    std::uint64_t size = type->size;
    if (take(',') && !take_shape(size)) return std::nullopt;
    return take(')') ? std::optional(size) : std::nullopt;
  }
  bool take_shape(std::uint64_t& size) {
    std::uint64_t number = 0;
    if (!take('(')) return take_number(number) && multiply(size, number, size);
    while (!take(')')) {
      if (!take_number(number) || !multiply(size, number, size)) return false;
      if (!take(',')) return take(')');
    }
    return true;
  }

  bool take(char sign) {
    skip_blanks();
    if (text_.empty() || text_.front() != sign) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::optional<std::string_view> take_text() {
    skip_blanks();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) return std::nullopt;
    const auto end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  bool take_number(std::uint64_t& number) {
    skip_blanks();
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (read.ec != std::errc()) return false;
    text_.remove_prefix(static_cast<std::size_t>(read.ptr - text_.data()));
    return true;
  }
  void skip_blanks() {
    const auto next = text_.find_first_not_of(" \t\n");
    text_.remove_prefix(next == std::string_view::npos ? text_.size() : next);
  }

  std::string_view text_;
};

}  // namespace detail

/// The type that NumPy calls so; none if it has no bytes, isn't known or is misspelled.
[[nodiscard]] inline std::optional<ElementType> numpy_type(std::string_view text,
                                                           TypeSpelling spelling) {
  std::optional<ElementType> type;
  if (spelling == TypeSpelling::name) {
    type = detail::TypeNames::named(text);
  } else {
    detail::TypeNames names(text);
    type = names.take_type();
    if (!names.is_at_end()) return std::nullopt;
  }
  if (!type || type->size == 0) return std::nullopt;
  if (!type->dtype && type->name.empty()) type->name = text;
  return type;
}

}  // namespace schemac
