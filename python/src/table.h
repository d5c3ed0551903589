// Lists of records of a fixed size, as NumPy sees them: a structured array in place.
#pragma once

#include <nanobind/nanobind.h>

#include "node.h"

namespace schemac::python {

namespace nb = nanobind;

/// (buffer, count, layout) of a list whose records have a fixed size and nothing but numbers at
/// fixed places; else None. A layout is (size, [(name, offset, type), ...]), where a type is a
/// layout or (name, is_big_endian, dims).
[[nodiscard]] nb::object table_of(const Node& list);

}  // namespace schemac::python
