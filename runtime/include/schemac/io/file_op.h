// What conditions and values over the files of a directory are made of: one list for the compiler
// and for the tables that it prints into generated code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace schemac::impl {

/// Where a path begins.
enum class FileBase : std::uint8_t {
  entry,      ///< a file of the directory: the first step is its entry
  element,    ///< `_`, what an entry's rule is about
  key,        ///< `_key`, the element of the key list that belongs to it
  item,       ///< an element of the list that keys are taken from
  parameter,  ///< a value that is passed to the directory: the first step is its name
};

enum class FileOp : std::uint8_t {
  number,
  text,
  boolean,  ///< number: 0 or 1
  list,     ///< operands
  path,
  length,  ///< elements of a list, bytes of a text
  logical_not,
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in,
  add,
  subtract,
  multiply,
  sum,            ///< of a path that may go through lists: of all that it leads to
  product,        ///< of the numbers of a list
  choose,         ///< operands: condition, value if it holds, other value
  present,        ///< whether there is something at a path
  element_bytes,  ///< of the element type that a text names: "float64", "<f8"
  plain_size,     ///< bytes of content that a codec encodes, or of plain bytes
};

/// What the enumerators are called, as generated code spells them.
[[nodiscard]] constexpr std::string_view name(FileBase base) {
  constexpr std::array<std::string_view, 5> names = {"entry", "element", "key", "item",
                                                     "parameter"};
  return names[static_cast<std::size_t>(base)];
}
[[nodiscard]] constexpr std::string_view name(FileOp op) {
  constexpr std::array<std::string_view, 26> names = {
      "number",        "text",       "boolean",       "list",    "path",      "length",
      "logical_not",   "logical_or", "logical_and",   "equal",   "not_equal", "less",
      "less_equal",    "greater",    "greater_equal", "in",      "not_in",    "add",
      "subtract",      "multiply",   "sum",           "product", "choose",    "present",
      "element_bytes", "plain_size"};
  return names[static_cast<std::size_t>(op)];
}

}  // namespace schemac::impl
