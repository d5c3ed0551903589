// Types of elements by the names that NumPy and Python give them.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "schemac/base/checked.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element_type.h"
#include "schemac/core/free_value.h"
#include "schemac/wire/free_tree.h"
#include "schemac/wire/python_literal.h"

namespace schemac::impl {

/// How a type's name is spelled in a text.
enum class TypeSpelling : std::uint8_t {
  name,  ///< as it is: float64, <f8
  repr,  ///< as Python prints it: '<f8', [('x', '<f8', (3,)), ('tag', '|S5')]
};

namespace detail {

/// NumPy's types by their names, and by what `dtype.descr` has for structures of them.
class TypeNames {
 public:
  /// A name, or a list of fields.
  [[nodiscard]] static std::optional<ElementType> described(const FreeValue& type, int depth = 0) {
    if (const auto* name = type.as<std::string>()) return named(*name);
    const auto* fields = type.as<FreeValue::List>();
    if (fields == nullptr || depth > deepest) return std::nullopt;
    ElementType record;
    for (const FreeValue& field : *fields) {
      const auto size = size_of_field(field, depth);
      if (!size || !add(record.size, *size, record.size)) return std::nullopt;
    }
    return record;
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

  // ('x', '<f8'), ('x', '<f8', (3,)), (('a title', 'x'), '<f8'): the bytes that it takes.
  static std::optional<std::uint64_t> size_of_field(const FreeValue& field, int depth) {
    const auto* tuple = field.as<FreeValue::Tuple>();
    if (tuple == nullptr || tuple->elements.size() < 2 || tuple->elements.size() > 3)
      return std::nullopt;
    if (!is_name(tuple->elements[0])) return std::nullopt;
    const auto type = described(tuple->elements[1], depth + 1);
    if (!type) return std::nullopt;
    std::uint64_t size = type->size;
    if (tuple->elements.size() == 3 && !multiply_by(tuple->elements[2], size)) return std::nullopt;
    return size;
  }
  // A text, or two: a title before it.
  static bool is_name(const FreeValue& name) {
    if (name.as<std::string>() != nullptr) return true;
    const auto* both = name.as<FreeValue::Tuple>();
    return both != nullptr && both->elements.size() == 2 &&
           both->elements[0].as<std::string>() != nullptr &&
           both->elements[1].as<std::string>() != nullptr;
  }
  // A number, or a tuple of them.
  static bool multiply_by(const FreeValue& shape, std::uint64_t& size) {
    if (const auto* number = shape.as<std::uint64_t>()) return multiply(size, *number, size);
    const auto* numbers = shape.as<FreeValue::Tuple>();
    if (numbers == nullptr) return false;
    return std::all_of(numbers->elements.begin(), numbers->elements.end(),
                       [&](const FreeValue& each) {
                         const auto* number = each.as<std::uint64_t>();
                         return number != nullptr && multiply(size, *number, size);
                       });
  }
};

/// The literal that a type is printed as; no deeper than any type.
class TypeTree {
 public:
  bool add(FreeValue value) {
    tree_.add(std::move(value));
    return true;
  }
  bool add_key(const FreeValue& /*key*/) { return false; }
  bool open(FreeValue container) {
    if (tree_.open_values().size() > deepest) return false;
    tree_.open(std::move(container));
    return true;
  }
  bool close() {
    tree_.close();
    return true;
  }
  bool unwrap() {
    tree_.unwrap();
    return true;
  }
  [[nodiscard]] FreeValue take() && { return std::move(tree_).take(); }

 private:
  static constexpr std::size_t deepest = 64;
  FreeTree tree_;
};

}  // namespace detail

/// The type that NumPy describes so: its name, or a list of fields with types of their own; none if
/// it has no bytes, isn't known or is misspelled.
[[nodiscard]] inline std::optional<ElementType> numpy_type(const FreeValue& description) {
  auto type = detail::TypeNames::described(description);
  if (!type || type->size == 0) return std::nullopt;
  if (!type->dtype && type->name.empty()) append_free(type->name, description);
  return type;
}

/// The same by its name, or by the text that Python prints of it.
[[nodiscard]] inline std::optional<ElementType> numpy_type(std::string_view text,
                                                           TypeSpelling spelling) {
  if (spelling == TypeSpelling::name) {
    auto type = detail::TypeNames::named(text);
    return type && type->size != 0 ? type : std::nullopt;
  }
  detail::TypeTree tree;
  if (!python::LiteralReader(text, tree).read()) return std::nullopt;
  const FreeValue description = std::move(tree).take();
  auto type = numpy_type(description);
  if (type && description.as<std::string>() == nullptr) type->name = text;
  return type;
}

}  // namespace schemac::impl
