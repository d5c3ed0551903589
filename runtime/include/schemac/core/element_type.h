// The type of an array's elements where a file names it in words, as NumPy does: "float64", "<f8",
// and structures of such types.
//
// Of types that we calculate with the name gives our own; of others (texts, structures) it says how
// many bytes an element has, so that a row of them can be counted, cut and shown.
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

#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/free_value.h"

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

}  // namespace schemac
